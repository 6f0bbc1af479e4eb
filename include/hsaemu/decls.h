/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lets C++ include the headers of this folder, whose functions are C functions. */
#ifndef HSAEMU_DECLS_H
#define HSAEMU_DECLS_H

#ifdef __cplusplus
#define HSAEMU_BEGIN_DECLS extern "C" {
#define HSAEMU_END_DECLS }
#define HSAEMU_STATIC_ASSERT static_assert
#else
#define HSAEMU_BEGIN_DECLS
#define HSAEMU_END_DECLS
#define HSAEMU_STATIC_ASSERT _Static_assert
#endif

#endif
