/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// NVTX for C++: a range ends with its scope.
#ifndef HSAEMU_NVTX3_HPP
#define HSAEMU_NVTX3_HPP
#include "../nvToolsExt.h"

namespace nvtx3 {
template <class D = void> struct scoped_range_in { template <class... A> explicit scoped_range_in(A &&...) {} };
using scoped_range = scoped_range_in<>;
using thread_range = scoped_range;
template <class... A> void mark(A &&...) {}
}
#define NVTX3_FUNC_RANGE() ((void)0)
#define NVTX3_FUNC_RANGE_IN(D) ((void)0)

#endif
