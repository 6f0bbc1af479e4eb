# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The stack that a kernel asks for does not depend on its name's length; templates have long ones.
long=$(printf 'long%.0s' $(seq 100))
for name in short $long; do
	cat >k.hsail <<-END
		module &m:1:0:\$full:\$large:\$near;
		prog kernel &$name(kernarg_u64 %at)
		{
			workitemabsid_u64 \$d0, 0;
			ld_kernarg_u64 \$d1, [%at];
			ld_v4_global_u64 (\$d2, \$d3, \$d4, \$d5), [\$d1];
			ld_v4_global_u64 (\$d6, \$d7, \$d8, \$d9), [\$d1 + 32];
		@loop:
			atomic_add_global_rlx_agent_u32 \$s0, [\$d1], 1;
			cmp_lt_b1_u32 \$c0, \$s0, 64;
			cbr_b1 \$c0, @loop;
			st_v4_global_u64 (\$d2, \$d3, \$d4, \$d0), [\$d1];
			st_v4_global_u64 (\$d6, \$d7, \$d8, \$d9), [\$d1 + 32];
		};
	END
	hsail-as k.hsail
	hsail-fin -mcpu=x86-64-v3 --simd=avx2 --emit=asm k.brig -o k.s
	sed -n '/\.kd:/,/\.size/p' k.s | sed "s/$name/name/g" >"$([ $name = short ] && echo short || echo long)"
done
grep -q HKD short
diff short long
# it is more than what kernels without a frame ask for
! grep '\\001"$' short || exit 1
