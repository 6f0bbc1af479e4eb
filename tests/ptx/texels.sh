# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Textures and surfaces of all shapes, types and spellings read and write the elements that they name.
awk -f "$T/texels.awk" >texels.ptx
for type in f32:float u32:unsigned_int16 s32:signed_int16 f16:half_float f16x2:half_float; do
	cat <<-END
		run read_${type%:*} {
			roimg a 1d[8] r ${type#*:} : ramp(0)
			roimg b 2d[8, 2] r ${type#*:} : ramp(0)
			roimg c 3d[8, 2, 2] r ${type#*:} : ramp(0)
			roimg d 1da[8, 2] r ${type#*:} : ramp(0)
			roimg e 2da[8, 2, 2] r ${type#*:} : ramp(0)
			samp near unnormalized nearest clamp_to_edge
			buffer pa u64[2] : list(a, near)
			buffer pb u64[2] : list(b, near)
			buffer pc u64[2] : list(c, near)
			buffer pd u64[2] : list(d, near)
			buffer pe u64[2] : list(e, near)
			buffer out u32[240]
			dispatch &read_${type%:*} grid(8) group(8) args(pa, pb, pc, pd, pe, out)
			check out : each(i % 8 + (i >= 48) * 8 + (i / 48 % 2 == 0 && i >= 96) * 16)
		}
	END
done >body.run
for bits in 8 16 32; do
	cat <<-END
		run write_$bits {
			rwimg a 1d[8] r unsigned_int$bits
			rwimg b 2d[8, 2] r unsigned_int$bits
			rwimg c 3d[8, 2, 2] r unsigned_int$bits
			rwimg d 1da[8, 2] r unsigned_int$bits
			rwimg e 2da[8, 2, 2] r unsigned_int$bits
			buffer pa u64[2] : list(a, 0)
			buffer pb u64[2] : list(b, 0)
			buffer pc u64[2] : list(c, 0)
			buffer pd u64[2] : list(d, 0)
			buffer pe u64[2] : list(e, 0)
			buffer out u32[840]
			dispatch &write_b$bits grid(8) group(8) args(pa, pb, pc, pd, pe, out)
			check out : each(i % 8 + (i / 56 % 3 + 1) * 10 + i / 8 % 7 + 1)
			check a : each(i + 37)
			check b : each((i >= 8) * (i % 8 + 37))
			check c : each((i >= 24) * (i % 8 + 37))
			check d : each((i >= 8) * (i % 8 + 37))
			check e : each((i >= 24) * (i % 8 + 37))
		}
	END
done >>body.run
cat >>body.run <<END
	run reduce {
		rwimg a 1d[8] r unsigned_int32
		rwimg b 2d[8, 2] r unsigned_int32
		rwimg c 3d[8, 2, 2] r unsigned_int32
		rwimg d 1da[8, 2] r unsigned_int32
		rwimg e 2da[8, 2, 2] r unsigned_int32
		roimg deep 3d[8, 2, 5] r unsigned_int32
		buffer pa u64[2] : list(a, 0)
		buffer pb u64[2] : list(b, 0)
		buffer pc u64[2] : list(c, 0)
		buffer pd u64[2] : list(d, 0)
		buffer pe u64[2] : list(e, 0)
		buffer pf u64[2] : list(deep, 0)
		buffer out u32[1200]
		buffer size u32[8]
		dispatch &reduce grid(8) group(8) args(pa, pb, pc, pd, pe, out)
		check out : each((i / 16 % 5 == 0) * 22 + (i / 16 % 5 == 1) * 10 + (i / 16 % 5 == 2) * 12 + (i / 16 % 5 == 3) * 8 + (i / 16 % 5 == 4) * 14)
		dispatch &sizes grid(8) group(8) args(pa, pb, pf, pd, pe, size)
		check size : list(52, 52, 52, 52, 52, 52, 52, 52)
	}
END
for type in f32:float u32:unsigned_int16 s32:signed_int16 f16:half_float f16x2:half_float; do
	cat <<-END
		run cube_${type%:*} {
			# the face is r, twice that and more the others
			roimg a 2da[4, 4, 6] rgba ${type#*:} : each((i % 4 + 1) * (i / 64))
			roimg b 2da[4, 4, 12] rgba ${type#*:} : each((i % 4 + 1) * (i / 64))
			roimg c 2d[2, 2] rgba ${type#*:} : each(i % 4 + 40)
			samp near normalized nearest clamp_to_edge
			buffer pa u64[2] : list(a, near)
			buffer pb u64[2] : list(b, near)
			buffer pc u64[2] : list(c, near)
			buffer out u32[102]
			dispatch &cube_${type%:*} grid(6) group(6) args(pa, pb, pc, pa, pa, out)
			check out : each((i < 48) * (i % 6 + (i >= 24) * 6) $(case $type in f16*) ;; *)
				echo '+ (i >= 48 && i < 96) * ((i - 48) / 6 % 4 + 1) * (i % 6 + (i >= 72) * 6) + (i >= 96) * 42' ;; esac))
		}
	END
done >>body.run
for level in "off -O0" "sse -O1" auto; do
	{ echo "image texels.ptx --simd=$level"; cat body.run; } >x.run
	hsa-run --run x.run || { echo "$level" && exit 1; }
done
