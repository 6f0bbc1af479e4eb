/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// What a kernel asks the system for: printf, assert, and malloc, which is declared before all else. They are
// calls of PTX's system functions. And what clang's headers of builtins want to be there.
#ifndef HSAEMU_SYSTEM_H
#define HSAEMU_SYSTEM_H

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...); // clang makes vprintf of it
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function,
	size_t char_size);
__device__ static inline void __assert_fail(const char *message, const char *file, unsigned line,
	const char *function)
{
	__assertfail(message, file, line, function, sizeof(char));
}
}
namespace std {
using ::free;
using ::malloc;
using ::printf;
}

typedef std::uint32_t cuuint32_t;
typedef std::uint64_t cuuint64_t;

#define HSAEMU_DEVICE static __inline__ __attribute__((always_inline)) __device__

HSAEMU_DEVICE void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }

// Which memory an address is of, for clang's header of intrinsics too.
HSAEMU_DEVICE unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
HSAEMU_DEVICE unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
HSAEMU_DEVICE unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
HSAEMU_DEVICE unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
HSAEMU_DEVICE size_t __cvta_generic_to_shared(const void *p) { return (size_t)(__attribute__((address_space(3))) const void *)p; }
HSAEMU_DEVICE size_t __cvta_generic_to_global(const void *p) { return (size_t)(__attribute__((address_space(1))) const void *)p; }
HSAEMU_DEVICE void *__cvta_shared_to_generic(size_t p) { return (void *)(__attribute__((address_space(3))) void *)p; }
HSAEMU_DEVICE void *__cvta_global_to_generic(size_t p) { return (void *)(__attribute__((address_space(1))) void *)p; }
HSAEMU_DEVICE size_t __cvta_generic_to_local(const void *p) { return (size_t)(__attribute__((address_space(5))) const void *)p; }
HSAEMU_DEVICE size_t __cvta_generic_to_constant(const void *p) { return (size_t)(__attribute__((address_space(4))) const void *)p; }
HSAEMU_DEVICE void *__cvta_local_to_generic(size_t p) { return (void *)(__attribute__((address_space(5))) void *)p; }
HSAEMU_DEVICE void *__cvta_constant_to_generic(size_t p) { return (void *)(__attribute__((address_space(4))) void *)p; }

// Conversions that clang's variables declare.
#define HSAEMU_CONVERSIONS(type) \
	__device__ inline type::operator dim3() const { return dim3(x, y, z); } \
	__device__ inline type::operator uint3() const { return {x, y, z}; }
HSAEMU_CONVERSIONS(__cuda_builtin_threadIdx_t)
HSAEMU_CONVERSIONS(__cuda_builtin_blockIdx_t)
HSAEMU_CONVERSIONS(__cuda_builtin_blockDim_t)
HSAEMU_CONVERSIONS(__cuda_builtin_gridDim_t)
#undef HSAEMU_CONVERSIONS

#endif
