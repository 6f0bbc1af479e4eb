/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cstdio>
#include <cstdlib>
#include <cuda/std/type_traits>
#include <vector>

#define CHECK(call) \
	do { \
		cudaError_t e_ = (call); \
		if (e_ != cudaSuccess) { \
			printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorName(e_)); \
			exit(1); \
		} \
	} while (0)

static_assert(cuda::std::is_same<float, float>::value, "types");
texture<float, 2, cudaReadModeElementType> reference;
enum shape { LINE, PLANE, BLOCK, LINES, PLANES, CUBE, CUBES, SHAPES };

__global__ void paint(cudaSurfaceObject_t s, float v) { surf2Dwrite(v, s, int(threadIdx.x * 4), threadIdx.y); }
__global__ void by_reference(float *out) { out[0] = tex2DLod(reference, 0.5f, 0.5f, 1.25f); }
__global__ void read(cudaTextureObject_t t, shape s, float level, int layer, float *out)
{
	float g = exp2f(level) / 8; // each shape has 8 texels along x
	switch (s) {
	case LINE:
		out[0] = tex1DLod<float>(t, 0.5f, level);
		out[1] = tex1DGrad<float>(t, 0.5f, g, 0);
		break;
	case PLANE:
		out[0] = tex2DLod<float>(t, 0.5f, 0.5f, level);
		out[1] = tex2DGrad<float>(t, 0.5f, 0.5f, make_float2(0, 0), make_float2(0, g));
		break;
	case BLOCK:
		out[0] = tex3DLod<float>(t, 0.5f, 0.5f, 0.5f, level);
		out[1] = tex3DGrad<float>(t, 0.5f, 0.5f, 0.5f, make_float4(0, 0, g, 9), make_float4(0, g / 2, 0, 9));
		break;
	case LINES:
		out[0] = tex1DLayeredLod<float>(t, 0.5f, layer, level);
		out[1] = tex1DLayeredGrad<float>(t, 0.5f, layer, 0, g);
		break;
	case PLANES:
		out[0] = tex2DLayeredLod<float>(t, 0.5f, 0.5f, layer, level);
		out[1] = tex2DLayeredGrad<float>(t, 0.5f, 0.5f, layer, make_float2(g, 0), make_float2(0, 0));
		break;
	case CUBE: // in the middle of a face a step is half of one across the face
		out[0] = texCubemapLod<float>(t, 1, 0, 0, level);
		out[1] = texCubemapGrad<float>(t, 1, 0, 0, make_float4(0, 2 * g, 0, 0), make_float4(0, 0, 0, 0));
		break;
	default:
		out[0] = texCubemapLayeredLod<float>(t, 1, 0, 0, layer, level);
		out[1] = texCubemapLayeredGrad<float>(t, 1, 0, 0, layer, make_float4(0, 0, 2 * g, 0), make_float4(0, 0, 0, 0));
		break;
	}
}

static const struct {
	cudaExtent size;
	unsigned flags, layers;
} shapes[SHAPES] = {
	{{8, 0, 0}, 0, 1}, {{8, 8, 0}, 0, 1}, {{8, 8, 8}, 0, 1}, {{8, 0, 2}, cudaArrayLayered, 2},
	{{8, 8, 2}, cudaArrayLayered, 2}, {{8, 8, 6}, cudaArrayCubemap, 1}, {{8, 8, 12}, cudaArrayCubemap | cudaArrayLayered, 2}};

static void fill(cudaMipmappedArray_t m, unsigned level)
{
	cudaArray_t a;
	cudaExtent e;
	unsigned flags;
	CHECK(cudaGetMipmappedArrayLevel(&a, m, level));
	CHECK(cudaArrayGetInfo(nullptr, &e, &flags, a));
	e.height += e.height == 0;
	e.depth += e.depth == 0;
	size_t slice = e.width * e.height, per_layer = flags & cudaArrayCubemap ? 6 : 1;
	std::vector<float> data(slice * e.depth);
	for (size_t i = 0; i < data.size(); i++)
		data[i] = 10.0f * level + (flags & cudaArrayLayered ? 100.0f * (i / slice / per_layer) : 0);
	cudaMemcpy3DParms p = {};
	p.srcPtr = make_cudaPitchedPtr(data.data(), e.width * 4, e.width, e.height);
	p.dstArray = a;
	p.extent = e;
	p.kind = cudaMemcpyHostToDevice;
	CHECK(cudaMemcpy3D(&p));
}

static cudaTextureDesc linear()
{
	cudaTextureDesc d = {};
	d.normalizedCoords = 1;
	d.filterMode = d.mipmapFilterMode = cudaFilterModeLinear;
	d.maxMipmapLevelClamp = 9;
	for (auto &mode : d.addressMode)
		mode = cudaAddressModeClamp;
	return d;
}

static void check_shapes(float *out)
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	for (int s = 0; s < SHAPES; s++) {
		cudaMipmappedArray_t m;
		cudaTextureObject_t t;
		CHECK(cudaMallocMipmappedArray(&m, &f, shapes[s].size, 4, shapes[s].flags));
		for (unsigned k = 0; k < 4; k++)
			fill(m, k);
		cudaResourceDesc r = {};
		r.resType = cudaResourceTypeMipmappedArray;
		r.res.mipmap.mipmap = m;
		cudaTextureDesc d = linear();
		CHECK(cudaCreateTextureObject(&t, &r, &d, nullptr));
		printf("shape %d:", s);
		for (float level : {0.0f, 0.5f, 1.75f, 5.0f}) {
			read<<<1, 1>>>(t, shape(s), level, int(shapes[s].layers) - 1, out);
			CHECK(cudaDeviceSynchronize());
			printf(" %.2f %.2f", out[0], out[1]);
		}
		printf("\n");
		CHECK(cudaDestroyTextureObject(t));
		CHECK(cudaFreeMipmappedArray(m));
	}
}

static void check_objects(float *out)
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	cudaMipmappedArray_t m;
	cudaArray_t level;
	CHECK(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(4, 4, 0), 3, cudaArraySurfaceLoadStore));
	for (unsigned k = 0; k < 3; k++) {
		cudaResourceDesc r = {}, got;
		cudaSurfaceObject_t s;
		CHECK(cudaGetMipmappedArrayLevel(&level, m, k));
		r.resType = cudaResourceTypeArray;
		r.res.array.array = level;
		CHECK(cudaCreateSurfaceObject(&s, &r));
		CHECK(cudaGetSurfaceObjectResourceDesc(&got, s));
		paint<<<1, dim3(4 >> k, 4 >> k)>>>(s, 8 * k);
		printf("%d ", got.res.array.array == level);
		CHECK(cudaDestroySurfaceObject(s));
	}
	reference.normalized = 1;
	reference.mipmapFilterMode = cudaFilterModeLinear;
	reference.maxMipmapLevelClamp = 2;
	CHECK(cudaBindTextureToMipmappedArray(reference, m));
	by_reference<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaUnbindTexture(reference));
	cudaResourceDesc r = {}, resource;
	cudaTextureDesc d = linear(), texture;
	cudaResourceViewDesc v = {}, view;
	cudaTextureObject_t t;
	r.resType = cudaResourceTypeMipmappedArray;
	r.res.mipmap.mipmap = m;
	v.width = v.height = 4;
	v.firstMipmapLevel = v.lastMipmapLevel = 2;
	CHECK(cudaCreateTextureObject(&t, &r, &d, &v));
	CHECK(cudaGetTextureObjectResourceDesc(&resource, t));
	CHECK(cudaGetTextureObjectTextureDesc(&texture, t));
	CHECK(cudaGetTextureObjectResourceViewDesc(&view, t));
	printf("%.2f, %d %d %g %u %d\n", out[0], resource.resType == r.resType, texture.filterMode == d.filterMode,
		texture.maxMipmapLevelClamp, view.firstMipmapLevel, texture.readMode == d.readMode);
	read<<<1, 1>>>(t, PLANE, 0, 0, out);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaDestroyTextureObject(t));
	cudaArrayMemoryRequirements need;
	cudaArraySparseProperties sparse;
	printf("%.2f %s %s %s %s %s\n", out[0], cudaGetErrorName(cudaArrayGetMemoryRequirements(&need, level, 0)),
		cudaGetErrorName(cudaArrayGetSparseProperties(&sparse, level)), cudaGetErrorName(cudaArrayGetPlane(&level, level, 0)),
		cudaGetErrorName(cudaGetMipmappedArrayLevel(&level, m, 3)), cudaGetErrorName(cudaFreeArray(level)));
	CHECK(cudaFreeMipmappedArray(m));
}

__global__ void one(int *p) { p[threadIdx.x] += 1; }

static void check_copies()
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<int>();
	cudaArray_t wide, narrow;
	cudaStream_t s;
	int data[12], back[12] = {}, clusters, size;
	for (int i = 0; i < 12; i++)
		data[i] = i;
	CHECK(cudaMallocArray(&wide, &f, 6, 2));
	CHECK(cudaMallocArray(&narrow, &f, 4, 3));
	CHECK(cudaMemcpy2DToArray(wide, 0, 0, data, 24, 24, 2, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpyArrayToArray(narrow, 4, 0, wide, 8, 0, 36, cudaMemcpyDeviceToDevice));
	CHECK(cudaMemcpy2DFromArray(back, 16, narrow, 0, 0, 16, 3, cudaMemcpyDeviceToHost));
	for (int i = 1; i < 10; i++)
		printf("%d ", back[i]);
	int *p, *q;
	CHECK(cudaMalloc(&p, sizeof data));
	CHECK(cudaMalloc(&q, sizeof data));
	CHECK(cudaStreamCreate(&s));
	void *to[] = {p, p + 6}, *from[] = {data + 6, data};
	size_t bytes[] = {24, 24}, first = 0, failed;
	cudaMemcpyAttributes a = {};
	a.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	CHECK(cudaMemcpyBatchAsync(to, from, bytes, 2, &a, &first, 1, &failed, s));
	cudaMemcpy3DPeerParms peer = {};
	peer.srcPtr = make_cudaPitchedPtr(p, 24, 6, 2);
	peer.dstPtr = make_cudaPitchedPtr(q, 16, 4, 3);
	peer.extent = make_cudaExtent(12, 2, 1);
	CHECK(cudaMemset(q, 0, sizeof data));
	CHECK(cudaMemcpy3DPeerAsync(&peer, s));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaMemcpy(back, q, sizeof data, cudaMemcpyDeviceToHost));
	for (int v : back)
		printf("%d ", v);
	cudaMemcpy3DBatchOp op = {};
	op.src.type = cudaMemcpyOperandTypeArray;
	op.src.op.array.array = wide;
	op.dst.type = cudaMemcpyOperandTypePointer;
	op.dst.op.ptr.ptr = back;
	op.extent = make_cudaExtent(6, 2, 1);
	op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	CHECK(cudaMemcpy3DBatchAsync(1, &op, &failed, 0, s));
	cudaLaunchConfig_t c = {};
	c.gridDim = c.blockDim = dim3(1, 1, 1);
	CHECK(cudaOccupancyMaxActiveClusters(&clusters, one, &c));
	CHECK(cudaOccupancyMaxPotentialClusterSize(&size, one, &c));
	void *args[] = {&q};
	cudaLaunchParams launch = {(void *)one, dim3(1), dim3(12), args, 0, s};
	CHECK(cudaLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaMemcpy(data, q, sizeof data, cudaMemcpyDeviceToHost));
	printf("%d %d %d %d\n", back[11], data[0], clusters > 0, size);
}

int main()
{
	float *out;
	CHECK(cudaMallocManaged(&out, 2 * sizeof *out));
	check_shapes(out);
	check_objects(out);
	check_copies();
}
