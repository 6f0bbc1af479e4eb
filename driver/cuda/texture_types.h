/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How textures are read: objects, and the references that CUDA had until version 11. */
#ifndef HSAEMU_TEXTURE_TYPES_H
#define HSAEMU_TEXTURE_TYPES_H
#define __TEXTURE_TYPES_H__

#include "driver_types.h"

#define cudaTextureType1D 1
#define cudaTextureType1DLayered 241
#define cudaTextureType2D 2
#define cudaTextureType2DLayered 242
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureTypeCubemapLayered 252

enum cudaTextureAddressMode {
	cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };

struct cudaTextureDesc {
	enum cudaTextureAddressMode addressMode[3];
	enum cudaTextureFilterMode filterMode;
	enum cudaTextureReadMode readMode;
	int sRGB;
	float borderColor[4];
	int normalizedCoords;
	unsigned maxAnisotropy;
	enum cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	int disableTrilinearOptimization, seamlessCubemap;
};
typedef unsigned long long cudaTextureObject_t;

struct textureReference {
	int normalized;
	enum cudaTextureFilterMode filterMode;
	enum cudaTextureAddressMode addressMode[3];
	struct cudaChannelFormatDesc channelDesc;
	int sRGB;
	unsigned maxAnisotropy;
	enum cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	int disableTrilinearOptimization, __cudaReserved[14];
};

#endif
