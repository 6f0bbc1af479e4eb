# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A conversion and choices that clamp it become one conversion, where they do the same.
hsail-as "$TOP/tests/exec/clamps.hsail" -o a.brig
hsail-fin --emit=ir --print-after=clamps a.brig -o a.ir
[ "$(grep -c 'cvt_[a-z]*_sat_u8_f32' a.ir)" = 6 ]
[ "$(grep -c 'cvt_zeroi_sat_u16_f32' a.ir)" = 1 ]
# exceptions of each instruction are detected
hsail-fin --detect=invalid --emit=ir --print-after=clamps a.brig -o a.ir
! grep 'cvt_[a-z]*_sat_u8_f32' a.ir || exit 1
