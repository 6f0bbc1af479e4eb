/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What PTX before 1.4 writes without .approx and without a rounding, and mad.f32 before sm_20. */
FORM("mad{.ftz}{.sat}.f32", "T: T T T", float_arith)
FORM("mad.f64", "T: T T T", float_arith)
NEAR("div.f32", "T: T T", float_arith)
NEAR("div.f64", "T: T T", float_arith)
NEAR("(rcp|sqrt|rsqrt)(.f32|.f64)", "T: T", float_arith)
