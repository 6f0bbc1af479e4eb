/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A part of hipCUB. */
#include <hipcub/hipcub.hpp>
