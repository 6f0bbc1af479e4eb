/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The version of the contract between finalizer, linker, device library and runtime
 * (docs/kernel-abi.md). */
#ifndef HSAEMU_ABI_VERSION_H
#define HSAEMU_ABI_VERSION_H

#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

#define HSAEMU_ABI 8
/* The ELF name of a function or variable of the device library that only finalized code uses. The
 * name contains the version, so that an object and a library of different versions do not link. */
#define HSAEMU_HELPER(name) HSAEMU_HELPER_OF(name, HSAEMU_ABI)
#define HSAEMU_HELPER_OF(name, version) HSAEMU_HELPER_TEXT(name, version)
#define HSAEMU_HELPER_TEXT(name, version) name ".v" #version

HSAEMU_END_DECLS

#endif
