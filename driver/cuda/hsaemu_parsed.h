/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Host functions of libraries that are not here. For kernels a file is parsed, whatever arguments its
// host code gives them; where host code is made, a call is refused. They have bodies because the
// arguments' types may be without linkage, as an enum without name.
#ifndef HSAEMU_PARSED_H
#define HSAEMU_PARSED_H

#include "library_types.h"

#ifdef __CUDA_ARCH__
#define HSAEMU_HOST(result, name) \
	template <class... A> __host__ result name(A &&...) { typedef result hsaemu_result; return hsaemu_result(); }
#else
#define HSAEMU_HOST(result, name) \
	__attribute__((error("'" #name "' is of a library that is not here"))) result hsaemu_no_##name(); \
	template <class... A> __host__ result name(A &&...) { return hsaemu_no_##name(); }
#endif

#endif
