/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Complex numbers: those of cuComplex.h by HIP's names. */
#ifndef HSAEMU_HIP_COMPLEX_H
#define HSAEMU_HIP_COMPLEX_H

#include <cuComplex.h>
#include "hip_common.h"

#define hipFloatComplex cuFloatComplex
#define hipDoubleComplex cuDoubleComplex
#define hipComplex cuComplex
#define make_hipFloatComplex make_cuFloatComplex
#define make_hipDoubleComplex make_cuDoubleComplex
#define make_hipComplex make_cuComplex
#define hipComplexFloatToDouble cuComplexFloatToDouble
#define hipComplexDoubleToFloat cuComplexDoubleToFloat
#define hipCsqabsf(z) ((z).x * (z).x + (z).y * (z).y)
#define hipCsqabs(z) ((z).x * (z).x + (z).y * (z).y)
#define hipCabs cuCabs
#define hipCabsf cuCabsf
#define hipCadd cuCadd
#define hipCaddf cuCaddf
#define hipCdiv cuCdiv
#define hipCdivf cuCdivf
#define hipCfma cuCfma
#define hipCfmaf cuCfmaf
#define hipCimag cuCimag
#define hipCimagf cuCimagf
#define hipCmul cuCmul
#define hipCmulf cuCmulf
#define hipConj cuConj
#define hipConjf cuConjf
#define hipCreal cuCreal
#define hipCrealf cuCrealf
#define hipCsub cuCsub
#define hipCsubf cuCsubf

#endif
