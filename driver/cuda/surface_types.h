/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How surfaces are accessed: objects, and the references that CUDA had until version 11. */
#ifndef HSAEMU_SURFACE_TYPES_H
#define HSAEMU_SURFACE_TYPES_H
#define __SURFACE_TYPES_H__

#include "driver_types.h"

#define cudaSurfaceType1D 1
#define cudaSurfaceType1DLayered 241
#define cudaSurfaceType2D 2
#define cudaSurfaceType2DLayered 242
#define cudaSurfaceType3D 3
#define cudaSurfaceTypeCubemap 12
#define cudaSurfaceTypeCubemapLayered 252

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };

typedef unsigned long long cudaSurfaceObject_t;
struct surfaceReference { struct cudaChannelFormatDesc channelDesc; };

#endif
