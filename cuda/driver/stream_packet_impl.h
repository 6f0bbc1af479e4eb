/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The packets of a stream; with the stream's lock, which may be open for a while where there is no
 * room. */
#ifndef HSAEMU_CUDA_STREAM_PACKET_IMPL_H
#define HSAEMU_CUDA_STREAM_PACKET_IMPL_H

#include "stream_impl.h"

enum { CU_PACKET_BYTES = 64 };

/* Puts an operation into the queue, which there is. UNKNOWN: the stream has failed. */
CUresult cu_stream_put(struct CUstream_st *s, const struct cu_op *op) NODISCARD;
/* Frees what packets have that have ended. */
void cu_stream_collect(struct CUstream_st *s);
/* Returns how many counted packets have ended; UINT64_MAX: the stream has failed. Needs no lock. */
uint64_t cu_stream_ended(const struct CUstream_st *s);

#endif
