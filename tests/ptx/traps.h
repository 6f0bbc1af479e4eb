/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX of the module that traps.def needs. */
#define MODULE \
	".global .u32 never_set[4];\n" \
	".global .u16 partly_set[4] = {7, 8};\n" \
	".func (.reg .u32 q, .reg .u32 r) divide(.reg .u32 x, .reg .u32 y)\n" \
	"{\n\tdiv.u32 q, x, y;\n\trem.u32 r, x, y;\n\tret;\n}\n" \
	".func (.reg .v2 .u32 v, .reg .pred p) ordered(.reg .v2 .u32 w, .reg .pred turn)\n" \
	"{\n\tmov.v2.u32 v, w;\n\tsetp.gt.xor.u32 p, w.x, w.y, turn;\n" \
	"\t@p mov.u32 v.x, w.y;\n\t@p mov.u32 v.y, w.x;\n\tret;\n}\n" \
	".func leave_if_odd(.reg .u32 x)\n" \
	"{\n\t.reg .pred p;\n\tand.b32 x, x, 1;\n\tsetp.ne.u32 p, x, 0;\n\t@p exit;\n\tret;\n}\n" \
	".func (.param .u32 r) twice(.param .u32 x)\n" \
	"{\n\t.reg .u32 %v;\n\tld.param.u32 %v, [x];\n\tshl.b32 %v, %v, 1;\n\tst.param.u32 [r], %v;\n\tret;\n}\n" \
	".func (.param .u32 r) square(.param .u32 x)\n" \
	"{\n\t.reg .u32 %v;\n\tld.param.u32 %v, [x];\n\tmul.lo.u32 %v, %v, %v;\n\tst.param.u32 [r], %v;\n\tret;\n}\n" \
	".global .u64 functions[2] = {twice, square};\n"
