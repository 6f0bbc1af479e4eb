/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects of the client's that graphs keep alive (CUDA driver API, "cuUserObjectCreate"). */
#ifndef HSAEMU_CUDA_USER_OBJECT_IMPL_H
#define HSAEMU_CUDA_USER_OBJECT_IMPL_H

#include "context_impl.h"

struct cu_user_object;
struct CUgraph_st;
/* Drops all references of a list, which it frees; may be NULL. */
void cu_user_objects_drop(struct cu_user_object *list);
/* Adds references to the objects of the graph to a list, of a copy that may outlive it. */
CUresult cu_user_objects_copy(const struct CUgraph_st *g, struct cu_user_object **list) NODISCARD;
/* Adds those to the objects of its children and bodies, too, of what can be launched. */
CUresult cu_user_objects_share(const struct CUgraph_st *g, struct cu_user_object **list) NODISCARD;

#endif
