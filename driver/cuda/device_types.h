/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How conversions round. */
#ifndef HSAEMU_DEVICE_TYPES_H
#define HSAEMU_DEVICE_TYPES_H
#define __DEVICE_TYPES_H__

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

#endif
