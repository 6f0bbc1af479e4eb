/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS's functions of four types, for those who say what a function is:
 *
 *   HB_FUNCTION(since, NAME, name, by, routine, SHAPE)
 *
 * `since`  V1: there are a form of the first interface, one with _v2 and one with _v2_64;
 *          V1_VALUE, V1_REAL, V1_INDEX: and the first returns its result;
 *          V1_SHORT: no _64; V1_ONLY: neither _v2; V2: no first form
 *          XT: cuBLASXt has one alone
 *          LATER: one without and one with _64; LATER_SHORT: no _64
 * `NAME`   makes names with the type's letters: NAME(gemm) is Sgemm
 * `by`     FORTRAN: BLAS has the routine of this name; OWN: cuda/blas has it
 *
 * HB_OF_XT, defined: those that cuBLASXt has, too.
 * This file includes itself once for each type: HB_T is its name, HB_R that of its real part. The
 * first form of trmm works in place, and that of rotg takes its second number as HB_SECOND. */
#ifndef HB_T

#define HB_IS_COMPLEX 0
#define HB_T float
#define HB_R float
#define HB_NAME(name) S##name
#define HB_SUM_NAME(name) S##name
#define HB_INDEX_NAME(name) Is##name
#include "hsaemu_cublas_functions.h"
#undef HB_T
#undef HB_R
#undef HB_NAME
#undef HB_SUM_NAME
#undef HB_INDEX_NAME
#define HB_T double
#define HB_R double
#define HB_NAME(name) D##name
#define HB_SUM_NAME(name) D##name
#define HB_INDEX_NAME(name) Id##name
#include "hsaemu_cublas_functions.h"
#undef HB_IS_COMPLEX
#undef HB_T
#undef HB_R
#undef HB_NAME
#undef HB_SUM_NAME
#undef HB_INDEX_NAME
#define HB_IS_COMPLEX 1
#define HB_T cuComplex
#define HB_R float
#define HB_NAME(name) C##name
#define HB_SUM_NAME(name) Sc##name
#define HB_INDEX_NAME(name) Ic##name
#define HB_MIXED_NAME(name) Cs##name
#include "hsaemu_cublas_functions.h"
#undef HB_T
#undef HB_R
#undef HB_NAME
#undef HB_SUM_NAME
#undef HB_INDEX_NAME
#undef HB_MIXED_NAME
#undef HB_IS_COMPLEX
#define HB_IS_COMPLEX 2
#define HB_T cuDoubleComplex
#define HB_R double
#define HB_NAME(name) Z##name
#define HB_SUM_NAME(name) Dz##name
#define HB_INDEX_NAME(name) Iz##name
#define HB_MIXED_NAME(name) Zd##name
#include "hsaemu_cublas_functions.h"
#undef HB_IS_COMPLEX
#undef HB_T
#undef HB_R
#undef HB_NAME
#undef HB_SUM_NAME
#undef HB_INDEX_NAME
#undef HB_MIXED_NAME

#else

#ifndef HB_OF_XT
/* ---- vectors --------------------------------------------------------------------------------- */

HB_FUNCTION(V1_INDEX, HB_INDEX_NAME, amax, FORTRAN, amax, HB_INDEX)
HB_FUNCTION(V1_INDEX, HB_INDEX_NAME, amin, OWN, amin, HB_INDEX)
HB_FUNCTION(V1_REAL, HB_SUM_NAME, asum, FORTRAN, asum, HB_SUM)
HB_FUNCTION(V1_REAL, HB_SUM_NAME, nrm2, FORTRAN, nrm2, HB_SUM)
HB_FUNCTION(V1, HB_NAME, scal, FORTRAN, scal, HB_SCAL)
HB_FUNCTION(V1, HB_NAME, axpy, FORTRAN, axpy, HB_AXPY)
HB_FUNCTION(V1, HB_NAME, copy, FORTRAN, copy, HB_COPY)
HB_FUNCTION(V1, HB_NAME, swap, FORTRAN, swap, HB_SWAP)
#if HB_IS_COMPLEX
#define HB_SECOND HB_T
#define HB_SECOND_ADDRESS(b) &b
#else
#define HB_SECOND HB_T *
#define HB_SECOND_ADDRESS(b) b
#endif
HB_FUNCTION(V1_SHORT, HB_NAME, rotg, FORTRAN, rotg, HB_ROTG)
#undef HB_SECOND
#undef HB_SECOND_ADDRESS
#if HB_IS_COMPLEX
HB_FUNCTION(V1_VALUE, HB_NAME, dotu, FORTRAN, dotu, HB_DOT)
HB_FUNCTION(V1_VALUE, HB_NAME, dotc, FORTRAN, dotc, HB_DOT)
HB_FUNCTION(V1, HB_MIXED_NAME, scal, FORTRAN, scal, HB_REAL_SCAL)
HB_FUNCTION(V1, HB_NAME, rot, OWN, rot, HB_ROT)
HB_FUNCTION(V1, HB_MIXED_NAME, rot, FORTRAN, rot, HB_REAL_ROT)
#else
HB_FUNCTION(V1_VALUE, HB_NAME, dot, FORTRAN, dot, HB_DOT)
HB_FUNCTION(V1, HB_NAME, rot, FORTRAN, rot, HB_ROT)
HB_FUNCTION(V1, HB_NAME, rotm, FORTRAN, rotm, HB_ROTM)
HB_FUNCTION(V1_SHORT, HB_NAME, rotmg, FORTRAN, rotmg, HB_ROTMG)
#endif

/* ---- matrices and vectors -------------------------------------------------------------------- */

HB_FUNCTION(V1, HB_NAME, gemv, FORTRAN, gemv, HB_GEMV)
HB_FUNCTION(V1, HB_NAME, gbmv, FORTRAN, gbmv, HB_GBMV)
HB_FUNCTION(V1, HB_NAME, trmv, FORTRAN, trmv, HB_TRMV)
HB_FUNCTION(V1, HB_NAME, tbmv, FORTRAN, tbmv, HB_TBMV)
HB_FUNCTION(V1, HB_NAME, tpmv, FORTRAN, tpmv, HB_TPMV)
HB_FUNCTION(V1, HB_NAME, trsv, FORTRAN, trsv, HB_TRMV)
HB_FUNCTION(V1, HB_NAME, tbsv, FORTRAN, tbsv, HB_TBMV)
HB_FUNCTION(V1, HB_NAME, tpsv, FORTRAN, tpsv, HB_TPMV)
#if HB_IS_COMPLEX
HB_FUNCTION(V2, HB_NAME, symv, OWN, symv, HB_SYMV)
HB_FUNCTION(V2, HB_NAME, syr, OWN, syr, HB_SYR)
HB_FUNCTION(V2, HB_NAME, syr2, OWN, syr2, HB_SYR2)
HB_FUNCTION(V1, HB_NAME, hemv, FORTRAN, hemv, HB_SYMV)
HB_FUNCTION(V1, HB_NAME, hbmv, FORTRAN, hbmv, HB_SBMV)
HB_FUNCTION(V1, HB_NAME, hpmv, FORTRAN, hpmv, HB_SPMV)
HB_FUNCTION(V1, HB_NAME, geru, FORTRAN, geru, HB_GER)
HB_FUNCTION(V1, HB_NAME, gerc, FORTRAN, gerc, HB_GER)
HB_FUNCTION(V1, HB_NAME, her, FORTRAN, her, HB_HER)
HB_FUNCTION(V1, HB_NAME, her2, FORTRAN, her2, HB_SYR2)
HB_FUNCTION(V1, HB_NAME, hpr, FORTRAN, hpr, HB_HPR)
HB_FUNCTION(V1, HB_NAME, hpr2, FORTRAN, hpr2, HB_SPR2)
#else
HB_FUNCTION(V1, HB_NAME, symv, FORTRAN, symv, HB_SYMV)
HB_FUNCTION(V1, HB_NAME, sbmv, FORTRAN, sbmv, HB_SBMV)
HB_FUNCTION(V1, HB_NAME, spmv, FORTRAN, spmv, HB_SPMV)
HB_FUNCTION(V1, HB_NAME, ger, FORTRAN, ger, HB_GER)
HB_FUNCTION(V1, HB_NAME, syr, FORTRAN, syr, HB_SYR)
HB_FUNCTION(V1, HB_NAME, syr2, FORTRAN, syr2, HB_SYR2)
HB_FUNCTION(V1, HB_NAME, spr, FORTRAN, spr, HB_SPR)
HB_FUNCTION(V1, HB_NAME, spr2, FORTRAN, spr2, HB_SPR2)
#endif

#endif
/* ---- matrices, also of cuBLASXt --------------------------------------------------------------- */

HB_FUNCTION(V1, HB_NAME, gemm, FORTRAN, gemm, HB_GEMM)
HB_FUNCTION(V1, HB_NAME, symm, FORTRAN, symm, HB_SYMM)
HB_FUNCTION(V1, HB_NAME, syrk, FORTRAN, syrk, HB_SYRK)
HB_FUNCTION(V1, HB_NAME, syr2k, FORTRAN, syr2k, HB_SYR2K)
HB_FUNCTION(V1, HB_NAME, trsm, FORTRAN, trsm, HB_TRSM)
HB_FUNCTION(V2, HB_NAME, trmm, OWN, trmm, HB_TRMM)
HB_FUNCTION(V1_ONLY, HB_NAME, trmm, FORTRAN, trmm, HB_TRSM)
HB_FUNCTION(LATER, HB_NAME, syrkx, OWN, syrkx, HB_SYR2K)
#if HB_IS_COMPLEX
HB_FUNCTION(V1, HB_NAME, hemm, FORTRAN, hemm, HB_SYMM)
HB_FUNCTION(V1, HB_NAME, herk, FORTRAN, herk, HB_HERK)
HB_FUNCTION(V1, HB_NAME, her2k, FORTRAN, her2k, HB_HER2K)
HB_FUNCTION(LATER, HB_NAME, herkx, OWN, herkx, HB_HER2K)
#endif

HB_FUNCTION(XT, HB_NAME, spmm, OWN, spmm, HB_SPMM)
#ifndef HB_OF_XT
HB_FUNCTION(LATER, HB_NAME, geam, OWN, geam, HB_GEAM)
HB_FUNCTION(LATER, HB_NAME, dgmm, OWN, dgmm, HB_DGMM)
HB_FUNCTION(LATER_SHORT, HB_NAME, tpttr, OWN, tpttr, HB_TPTTR)
HB_FUNCTION(LATER_SHORT, HB_NAME, trttp, OWN, trttp, HB_TRTTP)
#if HB_IS_COMPLEX
HB_FUNCTION(LATER, HB_NAME, gemm3m, FORTRAN, gemm, HB_GEMM)
#endif

/* ---- batches --------------------------------------------------------------------------------- */

#if HB_IS_COMPLEX == 1
HB_FUNCTION(LATER, HB_NAME, gemm3mBatched, FORTRAN, gemm, HB_GEMM_BATCHED)
HB_FUNCTION(LATER, HB_NAME, gemm3mStridedBatched, FORTRAN, gemm, HB_GEMM_STRIDED)
#endif
HB_FUNCTION(LATER, HB_NAME, gemmBatched, FORTRAN, gemm, HB_GEMM_BATCHED)
HB_FUNCTION(LATER, HB_NAME, gemmStridedBatched, FORTRAN, gemm, HB_GEMM_STRIDED)
HB_FUNCTION(LATER, HB_NAME, gemvBatched, FORTRAN, gemv, HB_GEMV_BATCHED)
HB_FUNCTION(LATER, HB_NAME, gemvStridedBatched, FORTRAN, gemv, HB_GEMV_STRIDED)
HB_FUNCTION(LATER, HB_NAME, trsmBatched, FORTRAN, trsm, HB_TRSM_BATCHED)
HB_FUNCTION(LATER_SHORT, HB_NAME, getrfBatched, OWN, getrf, HB_GETRF)
HB_FUNCTION(LATER_SHORT, HB_NAME, getrsBatched, OWN, getrs, HB_GETRS)
HB_FUNCTION(LATER_SHORT, HB_NAME, getriBatched, OWN, getri, HB_GETRI)
HB_FUNCTION(LATER_SHORT, HB_NAME, matinvBatched, OWN, matinv, HB_MATINV)
HB_FUNCTION(LATER_SHORT, HB_NAME, geqrfBatched, OWN, geqrf, HB_GEQRF)
HB_FUNCTION(LATER_SHORT, HB_NAME, gelsBatched, OWN, gels, HB_GELS)
#endif
#endif
