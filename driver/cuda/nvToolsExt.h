/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// NVTX's marks and ranges for profilers. There is none that listens, and the functions do nothing.
#ifndef HSAEMU_NVTX_H
#define HSAEMU_NVTX_H

#include <stdint.h>

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
#define HSAEMU_NVTX(result, name) \
	template <class... A> inline result name(A &&...) { typedef result hsaemu_result; return hsaemu_result(); }
HSAEMU_NVTX(int, nvtxRangePush)
HSAEMU_NVTX(int, nvtxRangePushA)
HSAEMU_NVTX(int, nvtxRangePushW)
HSAEMU_NVTX(int, nvtxRangePushEx)
HSAEMU_NVTX(int, nvtxRangePop)
HSAEMU_NVTX(nvtxRangeId_t, nvtxRangeStart)
HSAEMU_NVTX(nvtxRangeId_t, nvtxRangeStartA)
HSAEMU_NVTX(nvtxRangeId_t, nvtxRangeStartEx)
HSAEMU_NVTX(void, nvtxRangeEnd)
HSAEMU_NVTX(void, nvtxMark)
HSAEMU_NVTX(void, nvtxMarkA)
HSAEMU_NVTX(void, nvtxMarkEx)
HSAEMU_NVTX(void, nvtxNameOsThread)
HSAEMU_NVTX(void, nvtxNameOsThreadA)
HSAEMU_NVTX(void, nvtxNameCategoryA)
HSAEMU_NVTX(void, nvtxNameCudaStreamA)
HSAEMU_NVTX(nvtxDomainHandle_t, nvtxDomainCreate)
HSAEMU_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA)
HSAEMU_NVTX(void, nvtxDomainDestroy)
HSAEMU_NVTX(int, nvtxDomainRangePushEx)
HSAEMU_NVTX(int, nvtxDomainRangePop)
HSAEMU_NVTX(void, nvtxDomainMarkEx)
HSAEMU_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA)
#undef HSAEMU_NVTX

#endif
