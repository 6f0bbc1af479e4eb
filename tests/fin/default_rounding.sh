# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The rounding of a module with $default is the program's; $near and $zero are the module's own.
for own in default near zero; do
	cat >k.hsail <<-END
	module &m:1:0:\$full:\$large:\$$own;
	prog kernel &third(kernarg_u64 %p)
	{
		ld_kernarg_u64 \$d0, [%p];
		ld_v2_global_f32 (\$s0, \$s1), [\$d0];
		div_f32 \$s0, \$s0, \$s1;
		st_global_f32 \$s0, [\$d0];
	};
	END
	hsail-as k.hsail -o k.brig
	for program in near zero; do
		# 2/3 is 0x3f2aaaab to the nearest, and 0x3f2aaaaa towards zero.
		want=abaa2a3f
		case $own:$program in zero:* | default:zero) want=aaaa2a3f ;; esac
		for simd in off auto; do
			hsail-fin --simd=$simd --default-rounding=$program k.brig -o k.o
			hsa-ld k.o -o k.img
			hsa-run k.img -k third --grid 1 -a 'p=f32[2]:each:i + 2' --out p=out
			[ "$(od -An -tx1 -N4 out | tr -d ' ')" = $want ] ||
				{ echo "$own, program $program, $simd"; exit 1; }
		done
	done
done
hsail-fin --default-rounding=up k.brig -o k.o 2>messages && exit 1
grep -q "default-rounding" messages
