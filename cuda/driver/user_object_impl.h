/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects of the client's that graphs keep alive (CUDA driver API, "cuUserObjectCreate"). */
#ifndef HSAEMU_CUDA_USER_OBJECT_IMPL_H
#define HSAEMU_CUDA_USER_OBJECT_IMPL_H

#include "context_impl.h"

struct cu_user_object;
/* Drops all references of a list, which it frees; may be NULL. */
void cu_user_objects_drop(struct cu_user_object *list);

#endif
