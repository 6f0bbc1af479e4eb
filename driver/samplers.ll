; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Samplers that OpenCL C programs declare as constants. clang calls __translate_sampler_initializer with
; the CLK_ bits of opencl-c-base.h; LLVM writes a global that is marked as a sampler as an initialised
; .samplerref: addressing in bits 0 to 2, 8 for normalized coordinates, 16 for a linear filter. What OpenCL
; leaves undefined, repetition without normalized coordinates, clamps; a filter that is not named is the nearest.
target triple = "nvptx64--nvidiacl"

@hsaemu_sampler_16 = internal addrspace(1) global i64 2
@hsaemu_sampler_32 = internal addrspace(1) global i64 18
@hsaemu_sampler_18 = internal addrspace(1) global i64 2
@hsaemu_sampler_34 = internal addrspace(1) global i64 18
@hsaemu_sampler_20 = internal addrspace(1) global i64 1
@hsaemu_sampler_36 = internal addrspace(1) global i64 17
@hsaemu_sampler_17 = internal addrspace(1) global i64 10
@hsaemu_sampler_33 = internal addrspace(1) global i64 26
@hsaemu_sampler_19 = internal addrspace(1) global i64 10
@hsaemu_sampler_35 = internal addrspace(1) global i64 26
@hsaemu_sampler_21 = internal addrspace(1) global i64 9
@hsaemu_sampler_37 = internal addrspace(1) global i64 25
@hsaemu_sampler_23 = internal addrspace(1) global i64 8
@hsaemu_sampler_39 = internal addrspace(1) global i64 24
@hsaemu_sampler_25 = internal addrspace(1) global i64 12
@hsaemu_sampler_41 = internal addrspace(1) global i64 28

define ptr addrspace(4) @__translate_sampler_initializer(i32 %bits) alwaysinline {
	switch i32 %bits, label %none [
		i32 0, label %is_16
		i32 16, label %is_16
		i32 32, label %is_32
		i32 2, label %is_18
		i32 6, label %is_18
		i32 8, label %is_18
		i32 22, label %is_18
		i32 24, label %is_18
		i32 18, label %is_18
		i32 38, label %is_34
		i32 40, label %is_34
		i32 34, label %is_34
		i32 4, label %is_20
		i32 20, label %is_20
		i32 36, label %is_36
		i32 1, label %is_17
		i32 17, label %is_17
		i32 33, label %is_33
		i32 3, label %is_19
		i32 19, label %is_19
		i32 35, label %is_35
		i32 5, label %is_21
		i32 21, label %is_21
		i32 37, label %is_37
		i32 7, label %is_23
		i32 23, label %is_23
		i32 39, label %is_39
		i32 9, label %is_25
		i32 25, label %is_25
		i32 41, label %is_41
	]
is_16:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_16 to i64) to ptr addrspace(4))
is_32:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_32 to i64) to ptr addrspace(4))
is_18:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_18 to i64) to ptr addrspace(4))
is_34:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_34 to i64) to ptr addrspace(4))
is_20:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_20 to i64) to ptr addrspace(4))
is_36:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_36 to i64) to ptr addrspace(4))
is_17:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_17 to i64) to ptr addrspace(4))
is_33:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_33 to i64) to ptr addrspace(4))
is_19:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_19 to i64) to ptr addrspace(4))
is_35:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_35 to i64) to ptr addrspace(4))
is_21:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_21 to i64) to ptr addrspace(4))
is_37:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_37 to i64) to ptr addrspace(4))
is_23:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_23 to i64) to ptr addrspace(4))
is_39:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_39 to i64) to ptr addrspace(4))
is_25:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_25 to i64) to ptr addrspace(4))
is_41:
	ret ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(1) @hsaemu_sampler_41 to i64) to ptr addrspace(4))
none:
	ret ptr addrspace(4) null
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15}
!0 = !{ptr addrspace(1) @hsaemu_sampler_16, !"sampler", i32 1}
!1 = !{ptr addrspace(1) @hsaemu_sampler_32, !"sampler", i32 1}
!2 = !{ptr addrspace(1) @hsaemu_sampler_18, !"sampler", i32 1}
!3 = !{ptr addrspace(1) @hsaemu_sampler_34, !"sampler", i32 1}
!4 = !{ptr addrspace(1) @hsaemu_sampler_20, !"sampler", i32 1}
!5 = !{ptr addrspace(1) @hsaemu_sampler_36, !"sampler", i32 1}
!6 = !{ptr addrspace(1) @hsaemu_sampler_17, !"sampler", i32 1}
!7 = !{ptr addrspace(1) @hsaemu_sampler_33, !"sampler", i32 1}
!8 = !{ptr addrspace(1) @hsaemu_sampler_19, !"sampler", i32 1}
!9 = !{ptr addrspace(1) @hsaemu_sampler_35, !"sampler", i32 1}
!10 = !{ptr addrspace(1) @hsaemu_sampler_21, !"sampler", i32 1}
!11 = !{ptr addrspace(1) @hsaemu_sampler_37, !"sampler", i32 1}
!12 = !{ptr addrspace(1) @hsaemu_sampler_23, !"sampler", i32 1}
!13 = !{ptr addrspace(1) @hsaemu_sampler_39, !"sampler", i32 1}
!14 = !{ptr addrspace(1) @hsaemu_sampler_25, !"sampler", i32 1}
!15 = !{ptr addrspace(1) @hsaemu_sampler_41, !"sampler", i32 1}
