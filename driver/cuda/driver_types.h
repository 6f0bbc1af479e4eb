/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of the runtime's interface. Values and layouts are CUDA 12's ABI. */
#ifndef HSAEMU_DRIVER_TYPES_H
#define HSAEMU_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__

#include <limits.h>
#include <stddef.h>
#include "host_defines.h"
#include "hsaemu_device_properties.h"
#include "hsaemu_error.h"
#include "vector_types.h"

#define CUDART_CB

/* ---- handles --------------------------------------------------------------------------------- */

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphDeviceUpdatableNode_st *cudaGraphDeviceNode_t;
typedef struct CUuserObject_st *cudaUserObject_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUlib_st *cudaLibrary_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct cudaArray *cudaArray_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;
typedef void (*cudaHostFn_t)(void *);
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

/* ---- flags ----------------------------------------------------------------------------------- */

#define cudaHostAllocDefault 0
#define cudaHostAllocMapped 2
#define cudaHostAllocPortable 1
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterIoMemory 4
#define cudaHostRegisterMapped 2
#define cudaHostRegisterPortable 1
#define cudaHostRegisterReadOnly 8
#define cudaPeerAccessDefault 0
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaEventBlockingSync 1
#define cudaEventDefault 0
#define cudaEventDisableTiming 2
#define cudaEventInterprocess 4
#define cudaEventRecordDefault 0
#define cudaEventRecordExternal 1
#define cudaEventWaitDefault 0
#define cudaEventWaitExternal 1
#define cudaDeviceBlockingSync 4
#define cudaDeviceLmemResizeToMax 16
#define cudaDeviceMapHost 8
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceScheduleMask 7
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceSyncMemops 128
#define cudaDeviceMask 0xff
#define cudaArrayColorAttachment 32
#define cudaArrayCubemap 4
#define cudaArrayDefault 0
#define cudaArrayDeferredMapping 128
#define cudaArrayLayered 1
#define cudaArraySparse 64
#define cudaArraySurfaceLoadStore 2
#define cudaArrayTextureGather 8
#define cudaArraySparsePropertiesSingleMipTail 1
#define cudaIpcMemLazyEnablePeerAccess 1
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaOccupancyDefault 0
#define cudaOccupancyDisableCachingOverride 1
#define cudaCooperativeLaunchMultiDeviceNoPostSync 2
#define cudaCooperativeLaunchMultiDeviceNoPreSync 1
#define cudaInitDeviceFlagsAreValid 1
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

/* ---- devices, functions and streams ---------------------------------------------------------- */

enum cudaLimit {
	cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
	cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaFuncCache {
	cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
	cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaSharedCarveout {
	cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1, cudaSharedmemCarveoutMaxShared = 100
};
enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout,
	cudaFuncAttributeClusterDimMustBeSet, cudaFuncAttributeRequiredClusterWidth,
	cudaFuncAttributeRequiredClusterHeight, cudaFuncAttributeRequiredClusterDepth,
	cudaFuncAttributeNonPortableClusterSizeAllowed, cudaFuncAttributeClusterSchedulingPolicyPreference,
	cudaFuncAttributeMax
};
struct cudaFuncAttributes {
	size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
	int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
	int preferredShmemCarveout, clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight;
	int requiredClusterDepth, clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
	int reserved[16];
};
enum cudaStreamCaptureStatus {
	cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated
};
enum cudaStreamCaptureMode {
	cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
};
enum cudaSynchronizationPolicy {
	cudaSyncPolicyAuto = 1, cudaSyncPolicySpin, cudaSyncPolicyYield, cudaSyncPolicyBlockingSync
};
enum cudaClusterSchedulingPolicy {
	cudaClusterSchedulingPolicyDefault, cudaClusterSchedulingPolicySpread,
	cudaClusterSchedulingPolicyLoadBalancing
};
enum cudaStreamUpdateCaptureDependenciesFlags {
	cudaStreamAddCaptureDependencies, cudaStreamSetCaptureDependencies
};
enum cudaCGScope { cudaCGScopeInvalid, cudaCGScopeGrid, cudaCGScopeMultiGrid };
enum cudaGetDriverEntryPointFlags {
	cudaEnableDefault, cudaEnableLegacyStream, cudaEnablePerThreadDefaultStream
};
enum cudaDriverEntryPointQueryResult {
	cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound, cudaDriverEntryPointVersionNotSufficent
};
#define CUDA_IPC_HANDLE_SIZE 64
typedef struct cudaIpcEventHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcEventHandle_t;
typedef struct cudaIpcMemHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcMemHandle_t;
typedef struct cudaMemFabricHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaMemFabricHandle_t;

/* ---- memory ---------------------------------------------------------------------------------- */

enum cudaMemcpyKind {
	cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
	cudaMemcpyDefault
};
enum cudaMemoryType {
	cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
enum cudaMemoryAdvise {
	cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
	cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaMemRangeAttribute {
	cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation,
	cudaMemRangeAttributeAccessedBy, cudaMemRangeAttributeLastPrefetchLocation,
	cudaMemRangeAttributePreferredLocationType, cudaMemRangeAttributePreferredLocationId,
	cudaMemRangeAttributeLastPrefetchLocationType, cudaMemRangeAttributeLastPrefetchLocationId
};
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPointerAttributes { enum cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
enum cudaMemLocationType {
	cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost,
	cudaMemLocationTypeHostNuma, cudaMemLocationTypeHostNumaCurrent
};
struct cudaMemLocation { enum cudaMemLocationType type; int id; };
enum cudaMemAccessFlags {
	cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead, cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc { struct cudaMemLocation location; enum cudaMemAccessFlags flags; };
enum cudaMemAllocationType {
	cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned, cudaMemAllocationTypeMax = 0x7fffffff
};
enum cudaMemAllocationHandleType {
	cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor, cudaMemHandleTypeWin32,
	cudaMemHandleTypeWin32Kmt = 4, cudaMemHandleTypeFabric = 8
};
#define cudaMemPoolCreateUsageHwDecompress 2
struct cudaMemPoolProps {
	enum cudaMemAllocationType allocType;
	enum cudaMemAllocationHandleType handleTypes;
	struct cudaMemLocation location;
	void *win32SecurityAttributes;
	size_t maxSize;
	unsigned short usage;
	unsigned char reserved[54];
};
struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };
enum cudaMemPoolAttr {
	cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
	cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold,
	cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
	cudaMemPoolAttrUsedMemHigh
};

/* ---- arrays ---------------------------------------------------------------------------------- */

enum cudaChannelFormatKind {
	cudaChannelFormatKindSigned = 0,
	cudaChannelFormatKindUnsigned = 1,
	cudaChannelFormatKindFloat = 2,
	cudaChannelFormatKindNone = 3,
	cudaChannelFormatKindNV12 = 4,
	cudaChannelFormatKindUnsignedNormalized8X1 = 5,
	cudaChannelFormatKindUnsignedNormalized8X2 = 6,
	cudaChannelFormatKindUnsignedNormalized8X4 = 7,
	cudaChannelFormatKindUnsignedNormalized16X1 = 8,
	cudaChannelFormatKindUnsignedNormalized16X2 = 9,
	cudaChannelFormatKindUnsignedNormalized16X4 = 10,
	cudaChannelFormatKindSignedNormalized8X1 = 11,
	cudaChannelFormatKindSignedNormalized8X2 = 12,
	cudaChannelFormatKindSignedNormalized8X4 = 13,
	cudaChannelFormatKindSignedNormalized16X1 = 14,
	cudaChannelFormatKindSignedNormalized16X2 = 15,
	cudaChannelFormatKindSignedNormalized16X4 = 16,
	cudaChannelFormatKindUnsignedBlockCompressed1 = 17,
	cudaChannelFormatKindUnsignedBlockCompressed1SRGB = 18,
	cudaChannelFormatKindUnsignedBlockCompressed2 = 19,
	cudaChannelFormatKindUnsignedBlockCompressed2SRGB = 20,
	cudaChannelFormatKindUnsignedBlockCompressed3 = 21,
	cudaChannelFormatKindUnsignedBlockCompressed3SRGB = 22,
	cudaChannelFormatKindUnsignedBlockCompressed4 = 23,
	cudaChannelFormatKindSignedBlockCompressed4 = 24,
	cudaChannelFormatKindUnsignedBlockCompressed5 = 25,
	cudaChannelFormatKindSignedBlockCompressed5 = 26,
	cudaChannelFormatKindUnsignedBlockCompressed6H = 27,
	cudaChannelFormatKindSignedBlockCompressed6H = 28,
	cudaChannelFormatKindUnsignedBlockCompressed7 = 29,
	cudaChannelFormatKindUnsignedBlockCompressed7SRGB = 30,
	cudaChannelFormatKindUnsignedNormalized1010102 = 31
};
struct cudaChannelFormatDesc { int x, y, z, w; enum cudaChannelFormatKind f; };
enum cudaResourceType {
	cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D
};
enum cudaResourceViewFormat {
	cudaResViewFormatNone = 0,
	cudaResViewFormatUnsignedChar1 = 1,
	cudaResViewFormatUnsignedChar2 = 2,
	cudaResViewFormatUnsignedChar4 = 3,
	cudaResViewFormatSignedChar1 = 4,
	cudaResViewFormatSignedChar2 = 5,
	cudaResViewFormatSignedChar4 = 6,
	cudaResViewFormatUnsignedShort1 = 7,
	cudaResViewFormatUnsignedShort2 = 8,
	cudaResViewFormatUnsignedShort4 = 9,
	cudaResViewFormatSignedShort1 = 10,
	cudaResViewFormatSignedShort2 = 11,
	cudaResViewFormatSignedShort4 = 12,
	cudaResViewFormatUnsignedInt1 = 13,
	cudaResViewFormatUnsignedInt2 = 14,
	cudaResViewFormatUnsignedInt4 = 15,
	cudaResViewFormatSignedInt1 = 16,
	cudaResViewFormatSignedInt2 = 17,
	cudaResViewFormatSignedInt4 = 18,
	cudaResViewFormatHalf1 = 19,
	cudaResViewFormatHalf2 = 20,
	cudaResViewFormatHalf4 = 21,
	cudaResViewFormatFloat1 = 22,
	cudaResViewFormatFloat2 = 23,
	cudaResViewFormatFloat4 = 24,
	cudaResViewFormatUnsignedBlockCompressed1 = 25,
	cudaResViewFormatUnsignedBlockCompressed2 = 26,
	cudaResViewFormatUnsignedBlockCompressed3 = 27,
	cudaResViewFormatUnsignedBlockCompressed4 = 28,
	cudaResViewFormatSignedBlockCompressed4 = 29,
	cudaResViewFormatUnsignedBlockCompressed5 = 30,
	cudaResViewFormatSignedBlockCompressed5 = 31,
	cudaResViewFormatUnsignedBlockCompressed6H = 32,
	cudaResViewFormatSignedBlockCompressed6H = 33,
	cudaResViewFormatUnsignedBlockCompressed7 = 34
};
struct cudaResourceDesc {
	enum cudaResourceType resType;
	union {
		struct { cudaArray_t array; } array;
		struct { cudaMipmappedArray_t mipmap; } mipmap;
		struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
		struct {
			void *devPtr;
			struct cudaChannelFormatDesc desc;
			size_t width, height, pitchInBytes;
		} pitch2D;
	} res;
};
struct cudaResourceViewDesc {
	enum cudaResourceViewFormat format;
	size_t width, height, depth;
	unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};
struct cudaArraySparseProperties {
	struct { unsigned width, height, depth; } tileExtent;
	unsigned miptailFirstLevel;
	unsigned long long miptailSize;
	unsigned flags, reserved[4];
};
struct cudaArrayMemoryRequirements { size_t size, alignment; unsigned reserved[4]; };

/* ---- copies ---------------------------------------------------------------------------------- */

struct cudaMemcpy3DParms {
	cudaArray_t srcArray;
	struct cudaPos srcPos;
	struct cudaPitchedPtr srcPtr;
	cudaArray_t dstArray;
	struct cudaPos dstPos;
	struct cudaPitchedPtr dstPtr;
	struct cudaExtent extent;
	enum cudaMemcpyKind kind;
};
struct cudaMemcpy3DPeerParms {
	cudaArray_t srcArray;
	struct cudaPos srcPos;
	struct cudaPitchedPtr srcPtr;
	int srcDevice;
	cudaArray_t dstArray;
	struct cudaPos dstPos;
	struct cudaPitchedPtr dstPtr;
	int dstDevice;
	struct cudaExtent extent;
};
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
enum cudaMemcpyFlags { cudaMemcpyFlagDefault, cudaMemcpyFlagPreferOverlapWithCompute };
enum cudaMemcpySrcAccessOrder {
	cudaMemcpySrcAccessOrderInvalid, cudaMemcpySrcAccessOrderStream, cudaMemcpySrcAccessOrderDuringApiCall,
	cudaMemcpySrcAccessOrderAny, cudaMemcpySrcAccessOrderMax = 0x7fffffff
};
struct cudaMemcpyAttributes {
	enum cudaMemcpySrcAccessOrder srcAccessOrder;
	struct cudaMemLocation srcLocHint, dstLocHint;
	unsigned flags;
};
enum cudaMemcpy3DOperandType {
	cudaMemcpyOperandTypePointer = 1, cudaMemcpyOperandTypeArray, cudaMemcpyOperandTypeMax = 0x7fffffff
};
struct cudaOffset3D { size_t x, y, z; };
struct cudaMemcpy3DOperand {
	enum cudaMemcpy3DOperandType type;
	union {
		struct { void *ptr; size_t rowLength, layerHeight; struct cudaMemLocation locHint; } ptr;
		struct { cudaArray_t array; struct cudaOffset3D offset; } array;
	} op;
};
struct cudaMemcpy3DBatchOp {
	struct cudaMemcpy3DOperand src, dst;
	struct cudaExtent extent;
	enum cudaMemcpySrcAccessOrder srcAccessOrder;
	unsigned flags;
};

/* ---- launches -------------------------------------------------------------------------------- */

enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
	void *base_ptr;
	size_t num_bytes;
	float hitRatio;
	enum cudaAccessProperty hitProp, missProp;
};
typedef enum cudaLaunchMemSyncDomain {
	cudaLaunchMemSyncDomainDefault, cudaLaunchMemSyncDomainRemote
} cudaLaunchMemSyncDomain;
typedef struct cudaLaunchMemSyncDomainMap_st { unsigned char default_, remote; } cudaLaunchMemSyncDomainMap;
typedef enum cudaLaunchAttributeID {
	cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
	cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
	cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization,
	cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority, cudaLaunchAttributeMemSyncDomainMap,
	cudaLaunchAttributeMemSyncDomain, cudaLaunchAttributePreferredClusterDimension,
	cudaLaunchAttributeLaunchCompletionEvent, cudaLaunchAttributeDeviceUpdatableKernelNode,
	cudaLaunchAttributePreferredSharedMemoryCarveout
} cudaLaunchAttributeID;
typedef union cudaLaunchAttributeValue {
	char pad[64];
	struct cudaAccessPolicyWindow accessPolicyWindow;
	int cooperative;
	enum cudaSynchronizationPolicy syncPolicy;
	struct { unsigned x, y, z; } clusterDim;
	enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
	int programmaticStreamSerializationAllowed;
	struct { cudaEvent_t event; int flags, triggerAtBlockStart; } programmaticEvent;
	int priority;
	cudaLaunchMemSyncDomainMap memSyncDomainMap;
	cudaLaunchMemSyncDomain memSyncDomain;
	struct { unsigned x, y, z; } preferredClusterDim;
	struct { cudaEvent_t event; int flags; } launchCompletionEvent;
	struct { int deviceUpdatable; cudaGraphDeviceNode_t devNode; } deviceUpdatableKernelNode;
	unsigned sharedMemCarveout;
} cudaLaunchAttributeValue;
typedef struct cudaLaunchAttribute_st {
	cudaLaunchAttributeID id;
	char pad[8 - sizeof(cudaLaunchAttributeID)];
	cudaLaunchAttributeValue val;
} cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st {
	dim3 gridDim, blockDim;
	size_t dynamicSmemBytes;
	cudaStream_t stream;
	cudaLaunchAttribute *attrs;
	unsigned numAttrs;
} cudaLaunchConfig_t;
struct cudaLaunchParams {
	void *func;
	dim3 gridDim, blockDim;
	void **args;
	size_t sharedMem;
	cudaStream_t stream;
};
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode cudaLaunchAttributeDeviceUpdatableKernelNode

/* ---- libraries of kernels, and notifications ------------------------------------------------- */

enum cudaJitOption {
	cudaJitMaxRegisters, cudaJitThreadsPerBlock, cudaJitWallTime, cudaJitInfoLogBuffer,
	cudaJitInfoLogBufferSizeBytes, cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes,
	cudaJitOptimizationLevel, cudaJitFallbackStrategy = 10, cudaJitGenerateDebugInfo, cudaJitLogVerbose,
	cudaJitGenerateLineInfo, cudaJitCacheMode, cudaJitPositionIndependentCode = 30, cudaJitMinCtaPerSm,
	cudaJitMaxThreadsPerBlock, cudaJitOverrideDirectiveValues
};
enum cudaJit_CacheMode { cudaJitCacheOptionNone, cudaJitCacheOptionCG, cudaJitCacheOptionCA };
enum cudaJit_Fallback { cudaPreferPtx, cudaPreferBinary };
enum cudaLibraryOption { cudaLibraryHostUniversalFunctionAndDataTable, cudaLibraryBinaryIsPreserved };
struct cudalibraryHostUniversalFunctionAndDataTable {
	void *functionTable;
	size_t functionWindowSize;
	void *dataTable;
	size_t dataWindowSize;
};
typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef enum cudaAsyncNotificationType_enum {
	cudaAsyncNotificationTypeOverBudget = 1
} cudaAsyncNotificationType;
typedef struct cudaAsyncNotificationInfo {
	cudaAsyncNotificationType type;
	union {
		struct { unsigned long long bytesOverBudget; } overBudget;
	} info;
} cudaAsyncNotificationInfo_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t);

#include "hsaemu_external_types.h"
#include "hsaemu_graph_types.h"

#endif
