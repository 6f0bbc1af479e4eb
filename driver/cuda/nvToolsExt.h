/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// NVTX's marks and ranges for profilers: declarations, so that host code parses.
#ifndef HSAEMU_NVTX_H
#define HSAEMU_NVTX_H

#include "library_types.h"

#define NVTX_VERSION 3
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
enum nvtxPayloadType_t { NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64, NVTX_PAYLOAD_TYPE_DOUBLE };
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
union nvtxMessageValue_t { const char *ascii; const wchar_t *unicode; nvtxStringHandle_t registered; };
struct nvtxEventAttributes_t {
	uint16_t version, size;
	uint32_t category;
	int32_t colorType;
	uint32_t color;
	int32_t payloadType, reserved0;
	union { uint64_t ullValue; int64_t llValue; double dValue; } payload;
	int32_t messageType;
	nvtxMessageValue_t message;
};
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
HSAEMU_HOST(int, nvtxRangePush)
HSAEMU_HOST(int, nvtxRangePushA)
HSAEMU_HOST(int, nvtxRangePushW)
HSAEMU_HOST(int, nvtxRangePushEx)
HSAEMU_HOST(int, nvtxRangePop)
HSAEMU_HOST(nvtxRangeId_t, nvtxRangeStart)
HSAEMU_HOST(nvtxRangeId_t, nvtxRangeStartA)
HSAEMU_HOST(nvtxRangeId_t, nvtxRangeStartEx)
HSAEMU_HOST(void, nvtxRangeEnd)
HSAEMU_HOST(void, nvtxMark)
HSAEMU_HOST(void, nvtxMarkA)
HSAEMU_HOST(void, nvtxMarkEx)
HSAEMU_HOST(void, nvtxNameOsThread)
HSAEMU_HOST(void, nvtxNameOsThreadA)
HSAEMU_HOST(void, nvtxNameCategoryA)
HSAEMU_HOST(void, nvtxNameCudaStreamA)
HSAEMU_HOST(nvtxDomainHandle_t, nvtxDomainCreate)
HSAEMU_HOST(nvtxDomainHandle_t, nvtxDomainCreateA)
HSAEMU_HOST(void, nvtxDomainDestroy)
HSAEMU_HOST(int, nvtxDomainRangePushEx)
HSAEMU_HOST(int, nvtxDomainRangePop)
HSAEMU_HOST(void, nvtxDomainMarkEx)
HSAEMU_HOST(nvtxStringHandle_t, nvtxDomainRegisterStringA)

#endif
