/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* References of surfaces, as CUDA had them until version 11. */
#ifndef HSAEMU_CUDA_SURFACE_TYPES_H
#define HSAEMU_CUDA_SURFACE_TYPES_H
#define __CUDA_SURFACE_TYPES_H__

#include "channel_descriptor.h"

#ifdef __CUDA__
template <class T, int type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
	surface() : surfaceReference{cudaCreateChannelDesc<T>()} {}
	surface(cudaChannelFormatDesc channels) : surfaceReference{channels} {}
};
template <int type>
struct __attribute__((device_builtin_surface_type)) surface<void, type> : public surfaceReference {
	surface() : surfaceReference{cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone}} {}
};
#endif

#endif
