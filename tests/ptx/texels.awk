# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
BEGIN {
	print ".version 8.6\n.target sm_90\n.address_size 64"
	geoms = split("1d 2d 3d a1d a2d", geom); hows = split("tex tex.level tex.grad", how)
	at["1d", "f32"] = "%f1"; at["2d", "f32"] = "%f1, %f2"; at["3d", "f32"] = "%f1, %f2, %f2, %f2"
	at["a1d", "f32"] = "1, %f1"; at["a2d", "f32"] = "1, %f1, %f2, %f2"
	at["1d", "s32"] = "%r1"; at["2d", "s32"] = "%r1, 1"; at["3d", "s32"] = "%r1, 1, 1, 1"
	at["a1d", "s32"] = "1, %r1"; at["a2d", "s32"] = "1, %r1, 1, 1"
	slope["1d"] = slope["a1d"] = "%f3"; slope["2d"] = slope["a2d"] = "{%f3, %f3}"; slope["3d"] = "{%f3, %f3, %f3, %f3}"
	registers = "\t.reg .b16 %h<5>;\n\t.reg .b32 %r<9>;\n\t.reg .f32 %f<9>;\n\t.reg .b64 %rd<9>;\n"
	entry = "(.param .u64 p1, .param .u64 p2, .param .u64 p3, .param .u64 p4, .param .u64 p5, .param .u64 out)\n{\n"
	start = "\tmov.u32 %r1, %tid.x;\n\tcvt.rn.f32.u32 %f1, %r1;\n\tmov.f32 %f2, 0f3F800000;\n\tmov.f32 %f3, 0f00000000;\n"
	for (g = 1; g <= geoms; g++) start = start "\tld.param.u64 %rd" g ", [p" g "];\n"
	start = start "\tld.param.u64 %rd6, [out];\n\tmad.wide.u32 %rd6, %r1, 4, %rd6;\n"
	result["f32"] = "{%f4, _, _, _}"; result["u32"] = result["s32"] = "{%r4, _, _, _}"
	result["f16"] = "{%h1, _, _, _}"; result["f16x2"] = "{%r4, _}"
	get["f32"] = "cvt.rzi.u32.f32 %r4, %f4;"; get["f16"] = "cvt.rzi.u32.f16 %r4, %h1;"
	get["f16x2"] = "mov.b32 {%h1, %h2}, %r4; cvt.rzi.u32.f16 %r4, %h1;"
	split("f32 u32 s32 f16 f16x2", types)
	for (t = 1; t <= 5; t++) {
		type = types[t]; n = 0
		printf ".visible .entry read_%s%s%s%s", type, entry, registers, start
		for (g = 1; g <= geoms; g++) for (h = 1; h <= hows; h++) for (c = 0; c < 2; c++) {
			coordinate = c ? "s32" : "f32"
			more = h == 2 ? ", " (c ? "0" : "%f3") : h == 3 ? ", " slope[geom[g]] ", " slope[geom[g]] : ""
			printf "\t%s.%s.%s.%s.%s %s, [%%rd%d, {%s}]%s;\n\t%s\n\tst.global.u32 [%%rd6+%d], %%r4;\n", how[h], geom[g],
				type == "f16x2" ? "v2" : "v4", type, coordinate, result[type], g, at[geom[g], coordinate], more, get[type], 32 * n++
		}
		print "\tret;\n}"
	}
	caches = split("ca cg cs ca cv cg cs", read); split("wb cg cs wt _ wb wt", written); sides = split("trap clamp zero", side)
	for (bits = 8; bits <= 32; bits *= 2) {
		n = 0; r = bits == 32 ? "%r4" : "%h1"
		printf ".visible .entry write_b%d%s%s%s", bits, entry, registers, start
		for (g = 1; g <= geoms; g++) for (s = 1; s <= sides; s++) for (c = 1; c <= caches; c++) {
			place = at[geom[g], "s32"] # in bytes across
			sub(/%r1/, "%r2", place)
			value = s * 10 + c
			printf "\tmul.lo.u32 %%r2, %%r1, %d;\n\tadd.u32 %%r4, %%r1, %d;\n\tcvt.u16.u32 %%h1, %%r4;\n", bits / 8, value
			printf "\tsust.b.%s.b%d%s.%s [%%rd%d, {%s}], %s;\n\tmov.u32 %%r4, 0;\n\tmov.u16 %%h1, 0;\n", geom[g], bits,
				written[c] == "_" ? "" : "." written[c], side[s], g, place, r
			printf "\tsuld.b.%s.b%d.%s.%s %s, [%%rd%d, {%s}];\n%s\tst.global.u32 [%%rd6+%d], %%r4;\n", geom[g], bits,
				read[c], side[s], r, g, place, bits == 32 ? "" : "\tcvt.u32.u16 %r4, %h1;\n", 32 * n++
		}
		print "\tret;\n}"
	}
	# stores of formats, reductions of elements and of bytes
	n = 0; ops = split("add min max and or", op); split("_ _v2 _v4", widths)
	printf ".visible .entry reduce%s%s%s", entry, registers, start
	for (g = 1; g <= geoms; g++) for (s = 1; s <= sides; s++) for (o = 1; o <= ops; o++) for (bytes = 0; bytes < 2; bytes++) {
		print "\tmov.u32 %r4, 12;\n\tmov.u32 %r5, 10;\n\tshl.b32 %r2, %r1, 2;"
		width = substr(widths[o % 3 + 1], 2)
		cache = s == 1 ? "" : "." written[(o * 2 + s) % 7 + 1]
		sub(/\._/, "", cache)
		printf "\tsust.p.%s%s%s.b32.%s [%%rd%d, {%s}], %s;\n", geom[g], width == "" ? "" : "." width, cache, side[s], g,
			at[geom[g], "s32"], width == "" ? "%r4" : width == "v2" ? "{%r4, %r5}" : "{%r4, %r5, %r5, %r5}"
		place = at[geom[g], "s32"]
		if (bytes)
			sub(/%r1/, "%r2", place)
		type = (o > 3) ? "b32" : s == 1 ? "s32" : "u32"
		printf "\tsured.%s.%s.%s.%s.%s [%%rd%d, {%s}], %%r5;\n", bytes ? "b" : "p", op[o], geom[g],
			bytes ? type : "b32", side[s], g, place
		place = at[geom[g], "s32"]
		sub(/%r1/, "%r2", place)
		printf "\tsuld.b.%s.b32.trap %%r4, [%%rd%d, {%s}];\n\tst.global.u32 [%%rd6+%d], %%r4;\n", geom[g], g, place, 32 * n++
	}
	print "\tret;\n}"
	# item i looks along axis i / 2, forward or backward
	axes = "\tsetp.eq.u32 %p1, %r1, 0;\n\tselp.f32 %f1, 0f3F800000, 0f00000000, %p1;\n\tsetp.eq.u32 %p1, %r1, 1;\n" \
		"\tselp.f32 %f1, 0fBF800000, %f1, %p1;\n"
	all = axes
	for (i = 2; i <= 3; i++) {
		one = axes
		gsub(/%f1/, "%f" (i == 2 ? 2 : 5), one); gsub(/%r1, 0/, "%r1, " (2 * i - 2), one); gsub(/%r1, 1/, "%r1, " (2 * i - 1), one)
		all = all one
	}
	for (t = 1; t <= 5; t++) {
		type = types[t]; n = 0
		printf ".visible .entry cube_%s%s%s\t.reg .pred %%p1;\n%s%s", type, entry, registers, start, all
		for (g = 1; g <= 2; g++) for (h = 0; h <= hows; h++) {
			name = h == 0 ? "tex.base" : how[h]
			more = h == 2 ? ", %f3" : h == 3 ? ", {%f3, %f3, %f3, %f3}, {%f3, %f3, %f3, %f3}" : ""
			printf "\t%s.%s.%s.%s.f32 %s, [%%rd%d, {%s}]%s;\n\t%s\n\tst.global.u32 [%%rd6+%d], %%r4;\n", name, g == 1 ? "cube" : "acube",
				type == "f16x2" ? "v2" : "v4", type, result[type], g, g == 1 ? "%f1, %f2, %f5, %f3" : "1, %f1, %f2, %f5", more, get[type], 24 * n++
		}
		if (t <= 3) for (g = 1; g <= 2; g++) for (c = 1; c <= 4; c++)
			printf "\ttld4.%s.%s.v4.%s.f32 %s, [%%rd%d, {%s}];\n\t%s\n\tst.global.u32 [%%rd6+%d], %%r4;\n", substr("rgba", c, 1),
				g == 1 ? "cube" : "acube", type, result[type], g, g == 1 ? "%f1, %f2, %f5, %f3" : "1, %f1, %f2, %f5", get[type], 24 * n++
		if (t <= 3) printf "\ttld4.b.2d.v4.%s.f32 %s, [%%rd3, {%%f3, %%f3}];\n\t%s\n\tst.global.u32 [%%rd6+%d], %%r4;\n", type, result[type], get[type], 24 * n++
		print "\tret;\n}"
	}
	print ".visible .entry sizes" entry registers start
	print "\ttxq.height.b32 %r4, [%rd3];\n\ttxq.level.depth.b32 %r4, [%rd3], 0;\n\tsuq.array_size.b32 %r5, [%rd5];\n\tmad.lo.u32 %r4, %r4, 10, %r5;"
	print "\tst.global.u32 [%rd6], %r4;\n\tret;\n}"
}
