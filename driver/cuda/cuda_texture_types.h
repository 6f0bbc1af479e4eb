/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* References of textures, as CUDA had them until version 11. */
#ifndef HSAEMU_CUDA_TEXTURE_TYPES_H
#define HSAEMU_CUDA_TEXTURE_TYPES_H
#define __CUDA_TEXTURE_TYPES_H__

#include "channel_descriptor.h"

#ifdef __CUDA__
template <class T, int type = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
	texture(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
		cudaTextureAddressMode address = cudaAddressModeClamp)
		: texture(norm, filter, address, cudaCreateChannelDesc<T>()) {}
	texture(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc channels)
		: textureReference{norm, filter, {address, address, address}, channels, 0, 0, cudaFilterModePoint, 0, 0, 0, 0, {}} {}
};
#endif

#endif
