/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What texels are, of a C++ type or of a format that no type has: components' bits and kind. */
#ifndef HSAEMU_CHANNEL_DESCRIPTOR_H
#define HSAEMU_CHANNEL_DESCRIPTOR_H
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus

inline cudaChannelFormatDesc hsaemu_channels(int bits, int count, cudaChannelFormatKind kind)
{
	cudaChannelFormatDesc d = {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
	return d;
}

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
	return hsaemu_channels(0, 0, cudaChannelFormatKindNone);
}
#define HSAEMU_CHANNEL(T, part, count, kind) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<T>() \
	{ \
		return hsaemu_channels(8 * (int)sizeof(part), count, kind); \
	}
#define HSAEMU_CHANNELS(name, part, kind) \
	HSAEMU_CHANNEL(part, part, 1, cudaChannelFormatKind##kind) \
	HSAEMU_CHANNEL(name##1, part, 1, cudaChannelFormatKind##kind) \
	HSAEMU_CHANNEL(name##2, part, 2, cudaChannelFormatKind##kind) \
	HSAEMU_CHANNEL(name##4, part, 4, cudaChannelFormatKind##kind)
HSAEMU_CHANNEL(char, char, 1, (char)-1 < 0 ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned)
HSAEMU_CHANNELS(char, signed char, Signed)
HSAEMU_CHANNELS(uchar, unsigned char, Unsigned)
HSAEMU_CHANNELS(short, short, Signed)
HSAEMU_CHANNELS(ushort, unsigned short, Unsigned)
HSAEMU_CHANNELS(int, int, Signed)
HSAEMU_CHANNELS(uint, unsigned, Unsigned)
HSAEMU_CHANNELS(float, float, Float)
#undef HSAEMU_CHANNELS
#undef HSAEMU_CHANNEL
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return hsaemu_channels(16, 1, cudaChannelFormatKindFloat); }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return hsaemu_channels(16, 1, cudaChannelFormatKindFloat); }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return hsaemu_channels(16, 2, cudaChannelFormatKindFloat); }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return hsaemu_channels(16, 4, cudaChannelFormatKindFloat); }

template <cudaChannelFormatKind kind> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
	return hsaemu_channels(0, 0, cudaChannelFormatKindNone);
}
#define HSAEMU_FORMAT(bits, count, name) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<cudaChannelFormatKind##name>() \
	{ \
		return hsaemu_channels(bits, count, cudaChannelFormatKind##name); \
	}
#define HSAEMU_NORMALIZED(name) \
	HSAEMU_FORMAT(8, 1, name##Normalized8X1) \
	HSAEMU_FORMAT(8, 2, name##Normalized8X2) \
	HSAEMU_FORMAT(8, 4, name##Normalized8X4) \
	HSAEMU_FORMAT(16, 1, name##Normalized16X1) \
	HSAEMU_FORMAT(16, 2, name##Normalized16X2) \
	HSAEMU_FORMAT(16, 4, name##Normalized16X4)
HSAEMU_NORMALIZED(Signed)
HSAEMU_NORMALIZED(Unsigned)
HSAEMU_FORMAT(8, 3, NV12)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed1)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed1SRGB)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed2)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed2SRGB)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed3)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed3SRGB)
HSAEMU_FORMAT(8, 1, UnsignedBlockCompressed4)
HSAEMU_FORMAT(8, 1, SignedBlockCompressed4)
HSAEMU_FORMAT(8, 2, UnsignedBlockCompressed5)
HSAEMU_FORMAT(8, 2, SignedBlockCompressed5)
HSAEMU_FORMAT(16, 3, UnsignedBlockCompressed6H)
HSAEMU_FORMAT(16, 3, SignedBlockCompressed6H)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed7)
HSAEMU_FORMAT(8, 4, UnsignedBlockCompressed7SRGB)
#undef HSAEMU_NORMALIZED
#undef HSAEMU_FORMAT
template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized1010102>()
{
	cudaChannelFormatDesc d = {10, 10, 10, 2, cudaChannelFormatKindUnsignedNormalized1010102};
	return d;
}

#endif
#endif
