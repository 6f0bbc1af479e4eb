/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// MPI's types, and declarations of its functions, for host code that is only parsed, where no MPI is installed.
#if __has_include_next(<mpi.h>)
#include_next <mpi.h>
#else
#ifndef HSAEMU_MPI_H
#define HSAEMU_MPI_H
#define MPI_VERSION 3
#define MPI_SUBVERSION 1

#include "hsaemu_parsed.h"

typedef struct hsaemu_mpi_comm *MPI_Comm;
typedef struct hsaemu_mpi_datatype *MPI_Datatype;
typedef struct hsaemu_mpi_op *MPI_Op;
typedef struct hsaemu_mpi_group *MPI_Group;
typedef struct hsaemu_mpi_request *MPI_Request;
typedef struct hsaemu_mpi_info *MPI_Info;
typedef struct hsaemu_mpi_win *MPI_Win;
typedef struct hsaemu_mpi_file *MPI_File;
typedef struct hsaemu_mpi_errhandler *MPI_Errhandler;
typedef long MPI_Aint;
typedef long long MPI_Offset, MPI_Count;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;
extern MPI_Comm MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL;
extern MPI_Datatype MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_BYTE, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT,
	MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT,
	MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_WCHAR, MPI_C_BOOL, MPI_CXX_BOOL, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T,
	MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_AINT, MPI_OFFSET, MPI_C_FLOAT_COMPLEX,
	MPI_C_DOUBLE_COMPLEX, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_2INT, MPI_PACKED, MPI_DATATYPE_NULL;
extern MPI_Op MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC,
	MPI_MINLOC, MPI_REPLACE;
extern MPI_Request MPI_REQUEST_NULL;
extern MPI_Info MPI_INFO_NULL;
extern MPI_Group MPI_GROUP_NULL, MPI_GROUP_EMPTY;
extern MPI_Win MPI_WIN_NULL;
extern MPI_File MPI_FILE_NULL;
extern MPI_Errhandler MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN;
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_BOTTOM ((void *)0)
enum {
	MPI_SUCCESS = 0,
	MPI_ERR_OTHER = 15,
	MPI_ANY_TAG = -1,
	MPI_ANY_SOURCE = -1,
	MPI_PROC_NULL = -2,
	MPI_ROOT = -3,
	MPI_UNDEFINED = -32766,
	MPI_MAX_PROCESSOR_NAME = 256,
	MPI_MAX_ERROR_STRING = 512,
	MPI_THREAD_SINGLE = 0,
	MPI_THREAD_FUNNELED = 1,
	MPI_THREAD_SERIALIZED = 2,
	MPI_THREAD_MULTIPLE = 3,
	MPI_COMM_TYPE_SHARED = 0,
	MPI_ORDER_C = 56,
	MPI_MODE_RDONLY = 2,
	MPI_MODE_RDWR = 8,
	MPI_MODE_WRONLY = 4,
	MPI_MODE_CREATE = 1
};
#define HSAEMU_MPI(name) HSAEMU_HOST(int, MPI_##name)
HSAEMU_HOST(double, MPI_Wtime)
HSAEMU_HOST(double, MPI_Wtick)
HSAEMU_MPI(Init) HSAEMU_MPI(Init_thread) HSAEMU_MPI(Initialized) HSAEMU_MPI(Finalize) HSAEMU_MPI(Finalized)
HSAEMU_MPI(Abort) HSAEMU_MPI(Get_processor_name) HSAEMU_MPI(Get_version) HSAEMU_MPI(Query_thread)
HSAEMU_MPI(Error_string) HSAEMU_MPI(Error_class) HSAEMU_MPI(Comm_rank) HSAEMU_MPI(Comm_size) HSAEMU_MPI(Comm_split)
HSAEMU_MPI(Comm_split_type) HSAEMU_MPI(Comm_dup) HSAEMU_MPI(Comm_free) HSAEMU_MPI(Comm_create) HSAEMU_MPI(Comm_group)
HSAEMU_MPI(Comm_set_errhandler) HSAEMU_MPI(Group_incl) HSAEMU_MPI(Group_free) HSAEMU_MPI(Cart_create)
HSAEMU_MPI(Cart_coords) HSAEMU_MPI(Cart_rank) HSAEMU_MPI(Cart_shift) HSAEMU_MPI(Cart_get) HSAEMU_MPI(Dims_create)
HSAEMU_MPI(Send) HSAEMU_MPI(Ssend) HSAEMU_MPI(Bsend) HSAEMU_MPI(Rsend) HSAEMU_MPI(Recv) HSAEMU_MPI(Isend)
HSAEMU_MPI(Issend) HSAEMU_MPI(Irecv) HSAEMU_MPI(Sendrecv) HSAEMU_MPI(Sendrecv_replace) HSAEMU_MPI(Send_init)
HSAEMU_MPI(Recv_init) HSAEMU_MPI(Start) HSAEMU_MPI(Startall) HSAEMU_MPI(Wait) HSAEMU_MPI(Waitall) HSAEMU_MPI(Waitany)
HSAEMU_MPI(Waitsome) HSAEMU_MPI(Test) HSAEMU_MPI(Testall) HSAEMU_MPI(Testany) HSAEMU_MPI(Probe) HSAEMU_MPI(Iprobe)
HSAEMU_MPI(Get_count) HSAEMU_MPI(Request_free) HSAEMU_MPI(Cancel) HSAEMU_MPI(Barrier) HSAEMU_MPI(Ibarrier)
HSAEMU_MPI(Bcast) HSAEMU_MPI(Ibcast) HSAEMU_MPI(Reduce) HSAEMU_MPI(Ireduce) HSAEMU_MPI(Allreduce)
HSAEMU_MPI(Iallreduce) HSAEMU_MPI(Reduce_scatter) HSAEMU_MPI(Reduce_scatter_block) HSAEMU_MPI(Scan)
HSAEMU_MPI(Exscan) HSAEMU_MPI(Gather) HSAEMU_MPI(Gatherv) HSAEMU_MPI(Allgather) HSAEMU_MPI(Allgatherv)
HSAEMU_MPI(Scatter) HSAEMU_MPI(Scatterv) HSAEMU_MPI(Alltoall) HSAEMU_MPI(Alltoallv) HSAEMU_MPI(Alltoallw)
HSAEMU_MPI(Op_create) HSAEMU_MPI(Op_free) HSAEMU_MPI(Type_contiguous) HSAEMU_MPI(Type_vector)
HSAEMU_MPI(Type_create_hvector) HSAEMU_MPI(Type_indexed) HSAEMU_MPI(Type_create_struct) HSAEMU_MPI(Type_create_subarray)
HSAEMU_MPI(Type_create_resized) HSAEMU_MPI(Type_commit) HSAEMU_MPI(Type_free) HSAEMU_MPI(Type_size)
HSAEMU_MPI(Get_address) HSAEMU_MPI(Pack) HSAEMU_MPI(Unpack) HSAEMU_MPI(Pack_size) HSAEMU_MPI(Alloc_mem)
HSAEMU_MPI(Free_mem) HSAEMU_MPI(Win_create) HSAEMU_MPI(Win_allocate) HSAEMU_MPI(Win_allocate_shared)
HSAEMU_MPI(Win_shared_query) HSAEMU_MPI(Win_fence) HSAEMU_MPI(Win_lock) HSAEMU_MPI(Win_unlock) HSAEMU_MPI(Win_free)
HSAEMU_MPI(Put) HSAEMU_MPI(Get) HSAEMU_MPI(Accumulate) HSAEMU_MPI(File_open) HSAEMU_MPI(File_close)
HSAEMU_MPI(File_read_at) HSAEMU_MPI(File_write_at) HSAEMU_MPI(File_read_at_all) HSAEMU_MPI(File_write_at_all)
HSAEMU_MPI(File_set_view) HSAEMU_MPI(Info_create) HSAEMU_MPI(Info_set) HSAEMU_MPI(Info_free)
#undef HSAEMU_MPI
#endif
#endif
