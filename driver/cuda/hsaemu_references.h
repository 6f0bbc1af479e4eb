/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What references of textures and surfaces are bound to. */
#ifndef HSAEMU_REFERENCES_H
#define HSAEMU_REFERENCES_H

#include "cuda_surface_types.h"
#include "cuda_texture_types.h"

#define HSAEMU_ON_TEXTURE template <class T, int d, cudaTextureReadMode m> inline cudaError_t
HSAEMU_ON_TEXTURE cudaBindTexture(size_t *offset, const texture<T, d, m> &t, const void *p, const cudaChannelFormatDesc &channels,
	size_t bytes = UINT_MAX)
{
	return cudaBindTexture(offset, (const textureReference *)&t, p, &channels, bytes);
}
HSAEMU_ON_TEXTURE cudaBindTexture(size_t *offset, const texture<T, d, m> &t, const void *p, size_t bytes = UINT_MAX)
{
	return cudaBindTexture(offset, (const textureReference *)&t, p, &t.channelDesc, bytes);
}
HSAEMU_ON_TEXTURE cudaBindTexture2D(size_t *offset, const texture<T, d, m> &t, const void *p,
	const cudaChannelFormatDesc &channels, size_t width, size_t height, size_t pitch)
{
	return cudaBindTexture2D(offset, (const textureReference *)&t, p, &channels, width, height, pitch);
}
HSAEMU_ON_TEXTURE cudaBindTexture2D(size_t *offset, const texture<T, d, m> &t, const void *p, size_t width, size_t height,
	size_t pitch)
{
	return cudaBindTexture2D(offset, (const textureReference *)&t, p, &t.channelDesc, width, height, pitch);
}
HSAEMU_ON_TEXTURE cudaBindTextureToArray(const texture<T, d, m> &t, cudaArray_const_t array,
	const cudaChannelFormatDesc &channels)
{
	return cudaBindTextureToArray((const textureReference *)&t, array, &channels);
}
HSAEMU_ON_TEXTURE cudaBindTextureToArray(const texture<T, d, m> &t, cudaArray_const_t array)
{
	cudaChannelFormatDesc channels;
	cudaError_t error = cudaGetChannelDesc(&channels, array);
	return error != cudaSuccess ? error : cudaBindTextureToArray((const textureReference *)&t, array, &channels);
}
HSAEMU_ON_TEXTURE cudaBindTextureToMipmappedArray(const texture<T, d, m> &t, cudaMipmappedArray_const_t array,
	const cudaChannelFormatDesc &channels)
{
	return cudaBindTextureToMipmappedArray((const textureReference *)&t, array, &channels);
}
HSAEMU_ON_TEXTURE cudaBindTextureToMipmappedArray(const texture<T, d, m> &t, cudaMipmappedArray_const_t array)
{
	cudaArray_t level;
	cudaChannelFormatDesc channels;
	cudaError_t error = cudaGetMipmappedArrayLevel(&level, array, 0);
	if (error == cudaSuccess)
		error = cudaGetChannelDesc(&channels, level);
	return error != cudaSuccess ? error : cudaBindTextureToMipmappedArray((const textureReference *)&t, array, &channels);
}
HSAEMU_ON_TEXTURE cudaUnbindTexture(const texture<T, d, m> &t) { return cudaUnbindTexture((const textureReference *)&t); }
HSAEMU_ON_TEXTURE cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, d, m> &t)
{
	return cudaGetTextureAlignmentOffset(offset, (const textureReference *)&t);
}
HSAEMU_ON_TEXTURE cudaGetTextureReference(const textureReference **reference, const texture<T, d, m> &t)
{
	return cudaGetTextureReference(reference, (const void *)&t);
}
#undef HSAEMU_ON_TEXTURE

template <class T, int d>
inline cudaError_t cudaBindSurfaceToArray(const surface<T, d> &s, cudaArray_const_t array, const cudaChannelFormatDesc &channels)
{
	return cudaBindSurfaceToArray((const surfaceReference *)&s, array, &channels);
}
template <class T, int d> inline cudaError_t cudaBindSurfaceToArray(const surface<T, d> &s, cudaArray_const_t array)
{
	cudaChannelFormatDesc channels;
	cudaError_t error = cudaGetChannelDesc(&channels, array);
	return error != cudaSuccess ? error : cudaBindSurfaceToArray((const surfaceReference *)&s, array, &channels);
}
template <class T, int d> inline cudaError_t cudaGetSurfaceReference(const surfaceReference **reference, const surface<T, d> &s)
{
	return cudaGetSurfaceReference(reference, (const void *)&s);
}

#endif
