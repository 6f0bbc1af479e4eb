/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The version of HIP whose names there are. */
#ifndef HSAEMU_HIP_VERSION_H
#define HSAEMU_HIP_VERSION_H

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60000000
#define HIP_VERSION_GITHASH ""
#define HIP_VERSION_BUILD_ID 0
#define HIP_VERSION_BUILD_NAME ""

#endif
