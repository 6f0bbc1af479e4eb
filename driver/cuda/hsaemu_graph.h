/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// More of the CUDA runtime's host interface, so that host code parses: graphs, memory pools, attributes of launches,
// mipmapped arrays, memory of other processes and of graphics.
#ifndef HSAEMU_GRAPH_H
#define HSAEMU_GRAPH_H

#include "library_types.h"
#define HSAEMU_RUN(name) HSAEMU_HOST(cudaError_t, cuda##name)

// ---- pools, and where memory is ------------------------------------------------------------------

enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma, cudaMemLocationTypeHostNumaCurrent };
struct cudaMemLocation { cudaMemLocationType type; int id; };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone, cudaMemAccessFlagsProtRead, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor, cudaMemHandleTypeWin32, cudaMemHandleTypeWin32Kmt = 4 };
struct cudaMemPoolProps {
	cudaMemAllocationType allocType;
	cudaMemAllocationHandleType handleTypes;
	cudaMemLocation location;
	void *win32SecurityAttributes;
	size_t maxSize;
	unsigned short usage;
	unsigned char reserved[54];
};
struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };
enum cudaMemPoolAttr {
	cudaMemPoolReuseFollowEventDependencies = 1,
	cudaMemPoolReuseAllowOpportunistic,
	cudaMemPoolReuseAllowInternalDependencies,
	cudaMemPoolAttrReleaseThreshold,
	cudaMemPoolAttrReservedMemCurrent,
	cudaMemPoolAttrReservedMemHigh,
	cudaMemPoolAttrUsedMemCurrent,
	cudaMemPoolAttrUsedMemHigh
};
enum cudaGraphMemAttributeType {
	cudaGraphMemAttrUsedMemCurrent,
	cudaGraphMemAttrUsedMemHigh,
	cudaGraphMemAttrReservedMemCurrent,
	cudaGraphMemAttrReservedMemHigh
};
enum cudaMemRangeAttribute {
	cudaMemRangeAttributeReadMostly = 1,
	cudaMemRangeAttributePreferredLocation,
	cudaMemRangeAttributeAccessedBy,
	cudaMemRangeAttributeLastPrefetchLocation
};
enum cudaDeviceP2PAttr {
	cudaDevP2PAttrPerformanceRank = 1,
	cudaDevP2PAttrAccessSupported,
	cudaDevP2PAttrNativeAtomicSupported,
	cudaDevP2PAttrCudaArrayAccessSupported
};
HSAEMU_RUN(DeviceGetDefaultMemPool) HSAEMU_RUN(DeviceGetMemPool) HSAEMU_RUN(DeviceSetMemPool) HSAEMU_RUN(MemPoolCreate)
HSAEMU_RUN(MemPoolDestroy) HSAEMU_RUN(MemPoolSetAttribute) HSAEMU_RUN(MemPoolGetAttribute) HSAEMU_RUN(MemPoolSetAccess)
HSAEMU_RUN(MemPoolGetAccess) HSAEMU_RUN(MemPoolTrimTo) HSAEMU_RUN(MemPoolExportPointer) HSAEMU_RUN(MemPoolImportPointer)
HSAEMU_RUN(MemPoolExportToShareableHandle) HSAEMU_RUN(MemPoolImportFromShareableHandle) HSAEMU_RUN(MallocFromPoolAsync)
HSAEMU_RUN(MemPrefetchAsync_v2) HSAEMU_RUN(MemAdvise_v2) HSAEMU_RUN(MemRangeGetAttribute)
HSAEMU_RUN(MemRangeGetAttributes) HSAEMU_RUN(DeviceGetP2PAttribute) HSAEMU_RUN(DeviceGetGraphMemAttribute)
HSAEMU_RUN(DeviceSetGraphMemAttribute) HSAEMU_RUN(DeviceGraphMemTrim) HSAEMU_RUN(DeviceGetByPCIBusId)
HSAEMU_RUN(DeviceGetSharedMemConfig) HSAEMU_RUN(DeviceFlushGPUDirectRDMAWrites) HSAEMU_RUN(DeviceGetTexture1DLinearMaxWidth)
HSAEMU_RUN(GetDeviceFlags) HSAEMU_RUN(SetValidDevices) HSAEMU_RUN(InitDevice) HSAEMU_RUN(CtxResetPersistingL2Cache)
HSAEMU_RUN(ThreadGetCacheConfig) HSAEMU_RUN(ThreadGetLimit) HSAEMU_RUN(Memcpy3DPeer) HSAEMU_RUN(Memcpy3DPeerAsync)
HSAEMU_RUN(Memset3DAsync) HSAEMU_RUN(Memcpy2DFromArrayAsync) HSAEMU_RUN(Memcpy2DArrayToArray)
HSAEMU_RUN(MemcpyArrayToArray) HSAEMU_RUN(MemcpyToArrayAsync) HSAEMU_RUN(MemcpyFromArrayAsync)
template <class... A> __host__ cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, A...) { return cudaSuccess; }
template <class... A> __host__ cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation, A...) { return cudaSuccess; }

// ---- attributes of streams and launches ------------------------------------------------------------

enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
	void *base_ptr;
	size_t num_bytes;
	float hitRatio;
	cudaAccessProperty hitProp, missProp;
};
enum cudaSynchronizationPolicy { cudaSyncPolicyAuto = 1, cudaSyncPolicySpin, cudaSyncPolicyYield, cudaSyncPolicyBlockingSync };
enum cudaClusterSchedulingPolicy { cudaClusterSchedulingPolicyDefault, cudaClusterSchedulingPolicySpread, cudaClusterSchedulingPolicyLoadBalancing };
enum cudaLaunchAttributeID {
	cudaLaunchAttributeIgnore,
	cudaLaunchAttributeAccessPolicyWindow,
	cudaLaunchAttributeCooperative,
	cudaLaunchAttributeSynchronizationPolicy,
	cudaLaunchAttributeClusterDimension,
	cudaLaunchAttributeClusterSchedulingPolicyPreference,
	cudaLaunchAttributeProgrammaticStreamSerialization,
	cudaLaunchAttributeProgrammaticEvent,
	cudaLaunchAttributePriority,
	cudaLaunchAttributeMemSyncDomainMap,
	cudaLaunchAttributeMemSyncDomain
};
union cudaLaunchAttributeValue {
	char pad[64];
	cudaAccessPolicyWindow accessPolicyWindow;
	int cooperative;
	cudaSynchronizationPolicy syncPolicy;
	struct { unsigned x, y, z; } clusterDim;
	cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
	int programmaticStreamSerializationAllowed, priority;
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t {
	dim3 gridDim, blockDim;
	size_t dynamicSmemBytes;
	cudaStream_t stream;
	cudaLaunchAttribute *attrs;
	unsigned numAttrs;
};
typedef cudaLaunchAttributeID cudaStreamAttrID, cudaKernelNodeAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue, cudaKernelNodeAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
template <class... T, class... A> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(T...), A &&...) { return cudaSuccess; }
HSAEMU_RUN(LaunchKernelExC) HSAEMU_RUN(StreamGetFlags) HSAEMU_RUN(StreamGetPriority) HSAEMU_RUN(StreamGetId)
HSAEMU_RUN(StreamSetAttribute) HSAEMU_RUN(StreamGetAttribute) HSAEMU_RUN(StreamCopyAttributes)
HSAEMU_RUN(EventRecordWithFlags) HSAEMU_RUN(LaunchCooperativeKernelMultiDevice) HSAEMU_RUN(GetFuncBySymbol)
HSAEMU_RUN(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags) HSAEMU_RUN(OccupancyMaxPotentialBlockSizeWithFlags)
HSAEMU_RUN(OccupancyMaxPotentialBlockSizeVariableSMemWithFlags) HSAEMU_RUN(OccupancyAvailableDynamicSMemPerBlock)
HSAEMU_RUN(OccupancyMaxActiveClusters) HSAEMU_RUN(OccupancyMaxPotentialClusterSize) HSAEMU_RUN(GetDriverEntryPoint)
HSAEMU_RUN(SetDoubleForDevice) HSAEMU_RUN(SetDoubleForHost) HSAEMU_RUN(GetKernel) HSAEMU_RUN(FuncGetName)
struct cudaLaunchParams { void *func; dim3 gridDim, blockDim; void **args; size_t sharedMem; cudaStream_t stream; };

// ---- graphs ----------------------------------------------------------------------------------------

enum cudaGraphNodeType {
	cudaGraphNodeTypeKernel,
	cudaGraphNodeTypeMemcpy,
	cudaGraphNodeTypeMemset,
	cudaGraphNodeTypeHost,
	cudaGraphNodeTypeGraph,
	cudaGraphNodeTypeEmpty,
	cudaGraphNodeTypeWaitEvent,
	cudaGraphNodeTypeEventRecord,
	cudaGraphNodeTypeExtSemaphoreSignal,
	cudaGraphNodeTypeExtSemaphoreWait,
	cudaGraphNodeTypeMemAlloc,
	cudaGraphNodeTypeMemFree,
	cudaGraphNodeTypeConditional = 13
};
enum cudaGraphExecUpdateResult {
	cudaGraphExecUpdateSuccess,
	cudaGraphExecUpdateError,
	cudaGraphExecUpdateErrorTopologyChanged,
	cudaGraphExecUpdateErrorNodeTypeChanged,
	cudaGraphExecUpdateErrorFunctionChanged,
	cudaGraphExecUpdateErrorParametersChanged,
	cudaGraphExecUpdateErrorNotSupported
};
struct cudaGraphExecUpdateResultInfo { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated };
enum { cudaStreamAddCaptureDependencies, cudaStreamSetCaptureDependencies };
enum {
	cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
	cudaGraphInstantiateFlagUpload = 2,
	cudaGraphInstantiateFlagDeviceLaunch = 4,
	cudaGraphInstantiateFlagUseNodePriority = 8
};
typedef unsigned long long cudaGraphConditionalHandle;
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf, cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch };
enum { cudaGraphCondAssignDefault = 1 };
struct cudaConditionalNodeParams {
	cudaGraphConditionalHandle handle;
	cudaGraphConditionalNodeType type;
	unsigned size;
	cudaGraph_t *phGraph_out;
};
struct cudaKernelNodeParams {
	void *func;
	dim3 gridDim, blockDim;
	unsigned sharedMemBytes;
	void **kernelParams, **extra;
};
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaMemAllocNodeParams {
	cudaMemPoolProps poolProps;
	const cudaMemAccessDesc *accessDescs;
	size_t accessDescCount, bytesize;
	void *dptr;
};
struct cudaGraphNodeParams {
	cudaGraphNodeType type;
	cudaKernelNodeParams kernel;
	cudaMemcpy3DParms memcpy;
	cudaMemsetParams memset;
	cudaHostNodeParams host;
	cudaMemAllocNodeParams alloc;
	cudaConditionalNodeParams conditional;
};
HSAEMU_RUN(GraphAddKernelNode) HSAEMU_RUN(GraphAddMemcpyNode) HSAEMU_RUN(GraphAddMemcpyNode1D)
HSAEMU_RUN(GraphAddMemcpyNodeToSymbol) HSAEMU_RUN(GraphAddMemcpyNodeFromSymbol) HSAEMU_RUN(GraphAddMemsetNode)
HSAEMU_RUN(GraphAddHostNode) HSAEMU_RUN(GraphAddChildGraphNode) HSAEMU_RUN(GraphAddEmptyNode)
HSAEMU_RUN(GraphAddEventRecordNode) HSAEMU_RUN(GraphAddEventWaitNode) HSAEMU_RUN(GraphAddMemAllocNode)
HSAEMU_RUN(GraphAddMemFreeNode) HSAEMU_RUN(GraphAddNode) HSAEMU_RUN(GraphAddDependencies) HSAEMU_RUN(GraphClone)
HSAEMU_RUN(GraphGetNodes) HSAEMU_RUN(GraphGetRootNodes) HSAEMU_RUN(GraphGetEdges) HSAEMU_RUN(GraphNodeGetType)
HSAEMU_RUN(GraphNodeGetDependencies) HSAEMU_RUN(GraphDestroyNode) HSAEMU_RUN(GraphInstantiateWithFlags)
HSAEMU_RUN(GraphInstantiateWithParams) HSAEMU_RUN(GraphUpload) HSAEMU_RUN(GraphExecUpdate)
HSAEMU_RUN(GraphKernelNodeGetParams) HSAEMU_RUN(GraphKernelNodeSetParams) HSAEMU_RUN(GraphKernelNodeSetAttribute)
HSAEMU_RUN(GraphMemcpyNodeSetParams) HSAEMU_RUN(GraphMemsetNodeSetParams) HSAEMU_RUN(GraphExecKernelNodeSetParams)
HSAEMU_RUN(GraphExecMemcpyNodeSetParams) HSAEMU_RUN(GraphExecMemcpyNodeSetParams1D)
HSAEMU_RUN(GraphExecMemsetNodeSetParams) HSAEMU_RUN(GraphExecHostNodeSetParams)
HSAEMU_RUN(GraphExecChildGraphNodeSetParams) HSAEMU_RUN(GraphConditionalHandleCreate) HSAEMU_RUN(GraphDebugDotPrint)
HSAEMU_RUN(StreamBeginCaptureToGraph) HSAEMU_RUN(StreamIsCapturing) HSAEMU_RUN(StreamGetCaptureInfo)
HSAEMU_RUN(StreamGetCaptureInfo_v2) HSAEMU_RUN(StreamUpdateCaptureDependencies) HSAEMU_RUN(ThreadExchangeStreamCaptureMode)
HSAEMU_RUN(UserObjectCreate) HSAEMU_RUN(UserObjectRelease) HSAEMU_RUN(GraphRetainUserObject)

// ---- other processes, graphics, mipmaps ---------------------------------------------------------------

struct cudaIpcMemHandle_t { char reserved[64]; };
struct cudaIpcEventHandle_t { char reserved[64]; };
enum { cudaIpcMemLazyEnablePeerAccess = 1 };
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
enum { cudaGraphicsRegisterFlagsNone, cudaGraphicsRegisterFlagsReadOnly, cudaGraphicsRegisterFlagsWriteDiscard, cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8 };
enum { cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard };
HSAEMU_RUN(IpcGetMemHandle) HSAEMU_RUN(IpcOpenMemHandle) HSAEMU_RUN(IpcCloseMemHandle) HSAEMU_RUN(IpcGetEventHandle)
HSAEMU_RUN(IpcOpenEventHandle) HSAEMU_RUN(GraphicsMapResources) HSAEMU_RUN(GraphicsUnmapResources)
HSAEMU_RUN(GraphicsUnregisterResource) HSAEMU_RUN(GraphicsResourceSetMapFlags)
HSAEMU_RUN(GraphicsResourceGetMappedPointer) HSAEMU_RUN(GraphicsSubResourceGetMappedArray)
HSAEMU_RUN(GraphicsResourceGetMappedMipmappedArray) HSAEMU_RUN(MallocMipmappedArray) HSAEMU_RUN(FreeMipmappedArray)
HSAEMU_RUN(GetMipmappedArrayLevel) HSAEMU_RUN(ArrayGetInfo) HSAEMU_RUN(GetTextureObjectResourceDesc)
HSAEMU_RUN(GetTextureObjectTextureDesc) HSAEMU_RUN(GetSurfaceObjectResourceDesc) HSAEMU_RUN(ImportExternalMemory)
HSAEMU_RUN(ImportExternalSemaphore) HSAEMU_RUN(DestroyExternalMemory) HSAEMU_RUN(DestroyExternalSemaphore)
HSAEMU_RUN(ExternalMemoryGetMappedBuffer) HSAEMU_RUN(ExternalMemoryGetMappedMipmappedArray)
HSAEMU_RUN(SignalExternalSemaphoresAsync) HSAEMU_RUN(WaitExternalSemaphoresAsync)
#undef HSAEMU_RUN

#endif
