/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory and semaphores of other processes and interfaces, and of graphics. */
#ifndef HSAEMU_EXTERNAL_TYPES_H
#define HSAEMU_EXTERNAL_TYPES_H

#include "driver_types.h"

#define cudaExternalMemoryDedicated 1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 1
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 2
#define cudaNvSciSyncAttrSignal 1
#define cudaNvSciSyncAttrWait 2

enum cudaExternalMemoryHandleType {
	cudaExternalMemoryHandleTypeOpaqueFd = 1, cudaExternalMemoryHandleTypeOpaqueWin32,
	cudaExternalMemoryHandleTypeOpaqueWin32Kmt, cudaExternalMemoryHandleTypeD3D12Heap,
	cudaExternalMemoryHandleTypeD3D12Resource, cudaExternalMemoryHandleTypeD3D11Resource,
	cudaExternalMemoryHandleTypeD3D11ResourceKmt, cudaExternalMemoryHandleTypeNvSciBuf
};
struct cudaExternalMemoryHandleDesc {
	enum cudaExternalMemoryHandleType type;
	union {
		int fd;
		struct { void *handle; const void *name; } win32;
		const void *nvSciBufObject;
	} handle;
	unsigned long long size;
	unsigned flags;
};
struct cudaExternalMemoryBufferDesc { unsigned long long offset, size; unsigned flags; };
struct cudaExternalMemoryMipmappedArrayDesc {
	unsigned long long offset;
	struct cudaChannelFormatDesc formatDesc;
	struct cudaExtent extent;
	unsigned flags, numLevels;
};

enum cudaExternalSemaphoreHandleType {
	cudaExternalSemaphoreHandleTypeOpaqueFd = 1, cudaExternalSemaphoreHandleTypeOpaqueWin32,
	cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt, cudaExternalSemaphoreHandleTypeD3D12Fence,
	cudaExternalSemaphoreHandleTypeD3D11Fence, cudaExternalSemaphoreHandleTypeNvSciSync,
	cudaExternalSemaphoreHandleTypeKeyedMutex, cudaExternalSemaphoreHandleTypeKeyedMutexKmt,
	cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32
};
struct cudaExternalSemaphoreHandleDesc {
	enum cudaExternalSemaphoreHandleType type;
	union {
		int fd;
		struct { void *handle; const void *name; } win32;
		const void *nvSciSyncObj;
	} handle;
	unsigned flags;
};
struct cudaExternalSemaphoreSignalParams {
	struct {
		struct { unsigned long long value; } fence;
		union { void *fence; unsigned long long reserved; } nvSciSync;
		struct { unsigned long long key; } keyedMutex;
		unsigned reserved[12];
	} params;
	unsigned flags, reserved[16];
};
struct cudaExternalSemaphoreWaitParams {
	struct {
		struct { unsigned long long value; } fence;
		union { void *fence; unsigned long long reserved; } nvSciSync;
		struct { unsigned long long key; unsigned timeoutMs; } keyedMutex;
		unsigned reserved[10];
	} params;
	unsigned flags, reserved[16];
};
struct cudaExternalSemaphoreSignalParams_v1 {
	struct {
		struct { unsigned long long value; } fence;
		union { void *fence; unsigned long long reserved; } nvSciSync;
		struct { unsigned long long key; } keyedMutex;
	} params;
	unsigned flags;
};
struct cudaExternalSemaphoreWaitParams_v1 {
	struct {
		struct { unsigned long long value; } fence;
		union { void *fence; unsigned long long reserved; } nvSciSync;
		struct { unsigned long long key; unsigned timeoutMs; } keyedMutex;
	} params;
	unsigned flags;
};

enum cudaGraphicsRegisterFlags {
	cudaGraphicsRegisterFlagsNone, cudaGraphicsRegisterFlagsReadOnly, cudaGraphicsRegisterFlagsWriteDiscard,
	cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags {
	cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard
};
enum cudaGraphicsCubeFace {
	cudaGraphicsCubeFacePositiveX, cudaGraphicsCubeFaceNegativeX, cudaGraphicsCubeFacePositiveY,
	cudaGraphicsCubeFaceNegativeY, cudaGraphicsCubeFacePositiveZ, cudaGraphicsCubeFaceNegativeZ
};

#endif
