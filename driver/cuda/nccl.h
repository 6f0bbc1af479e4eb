/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// NCCL's types, and declarations of its functions, so that host code parses.
#if __has_include_next(<nccl.h>)
#include_next <nccl.h>
#else
#ifndef HSAEMU_NCCL_H
#define HSAEMU_NCCL_H
#define NCCL_MAJOR 2
#define NCCL_MINOR 18
#define NCCL_PATCH 0
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 21800
#define NCCL_UNIQUE_ID_BYTES 128

#include "hsaemu_parsed.h"

typedef struct ncclComm *ncclComm_t;
typedef struct { char internal[NCCL_UNIQUE_ID_BYTES]; } ncclUniqueId;
enum ncclResult_t {
	ncclSuccess,
	ncclUnhandledCudaError,
	ncclSystemError,
	ncclInternalError,
	ncclInvalidArgument,
	ncclInvalidUsage,
	ncclRemoteError,
	ncclInProgress,
	ncclNumResults
};
enum ncclRedOp_t { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg, ncclNumOps };
enum ncclDataType_t {
	ncclInt8 = 0, ncclChar = 0,
	ncclUint8 = 1,
	ncclInt32 = 2, ncclInt = 2,
	ncclUint32 = 3,
	ncclInt64 = 4,
	ncclUint64 = 5,
	ncclFloat16 = 6, ncclHalf = 6,
	ncclFloat32 = 7, ncclFloat = 7,
	ncclFloat64 = 8, ncclDouble = 8,
	ncclBfloat16 = 9,
	ncclNumTypes = 10
};
struct ncclConfig_t { int blocking, cgaClusterSize, minCTAs, maxCTAs; const char *netName; int splitShare; };
#define NCCL_CONFIG_INITIALIZER {}
#define HSAEMU_NCCL(name) HSAEMU_HOST(ncclResult_t, nccl##name)
HSAEMU_NCCL(GetVersion) HSAEMU_NCCL(GetUniqueId) HSAEMU_NCCL(CommInitRank) HSAEMU_NCCL(CommInitRankConfig)
HSAEMU_NCCL(CommInitAll) HSAEMU_NCCL(CommFinalize) HSAEMU_NCCL(CommDestroy) HSAEMU_NCCL(CommAbort)
HSAEMU_NCCL(CommSplit) HSAEMU_NCCL(CommGetAsyncError) HSAEMU_NCCL(CommCount) HSAEMU_NCCL(CommCuDevice)
HSAEMU_NCCL(CommUserRank) HSAEMU_NCCL(CommRegister) HSAEMU_NCCL(CommDeregister) HSAEMU_NCCL(MemAlloc)
HSAEMU_NCCL(MemFree) HSAEMU_NCCL(RedOpCreatePreMulSum) HSAEMU_NCCL(RedOpDestroy) HSAEMU_NCCL(Reduce)
HSAEMU_NCCL(Bcast) HSAEMU_NCCL(Broadcast) HSAEMU_NCCL(AllReduce) HSAEMU_NCCL(ReduceScatter) HSAEMU_NCCL(AllGather)
HSAEMU_NCCL(Send) HSAEMU_NCCL(Recv) HSAEMU_NCCL(GroupStart) HSAEMU_NCCL(GroupEnd)
#undef HSAEMU_NCCL
HSAEMU_HOST(const char *, ncclGetErrorString)
HSAEMU_HOST(const char *, ncclGetLastError)
#endif
#endif
