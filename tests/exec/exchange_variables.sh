# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Waves run in step where work-items may exchange data in a variable of group memory, and not where the loads are of another
# one than the stores.
cp "$T/exchange_variables.hsail" .
for flags in "-mcpu=x86-64-v3 --simd=sse" "-mcpu=x86-64-v3 --simd=avx2" "-mcpu=x86-64-v3 --simd=sse --flow=dispatcher" \
	"-O1 -mcpu=x86-64-v2 --simd=sse"; do
	cat >k.run <<-E
		image "exchange_variables.hsail" $flags
		run two {
		  buffer out u32[64]
		  dispatch &two grid(16, 4) group(16, 4) args(out)
		  check out : each((i ^ 1) * 3 | (i ^ 1) * 5 << 16)
		}
		run either {
		  buffer out u32[64]
		  dispatch &either grid(16, 4) group(16, 4) args(out)
		  check out : each((i ^ 1) * 7)
		}
		run walk {
		  buffer out u32[64]
		  dispatch &walk grid(16, 4) group(16, 4) args(out, 0)
		  check out : each(((((i ^ 1) * 3 + 100 + (i ^ 1)) * 3) + 200 + (i ^ 1)) * 3 + 300 + (i ^ 1))
		}
		run waw {
		  buffer out u32[64]
		  dispatch &waw grid(64) group(64) args(out, 16)
		  check out : each((i ^ 16) + 1)
		}
		run war {
		  buffer out u32[64]
		  dispatch &war grid(64) group(64) args(out, 16)
		  check out : each((i ^ 16) * 3 | (i ^ 16) * 5 << 16)
		}
		run scan2 {
		  buffer out u32[32]
		  dispatch &scan2 grid(32) group(32) args(out, 4)
		  check out : each((2 * i + 1) | ((1 + (i > 0)) << 16))
		}
		run phi {
		  buffer out u32[64]
		  dispatch &phi grid(64) group(64) args(out, 2)
		  check out : each((i ^ 16) + 100)
		}
		run ptrarg {
		  buffer out u32[64]
		  dispatch &ptrarg grid(64) group(64) args(out, 0)
		  check out : each((i ^ 16) + 100)
		}
		run flatload {
		  buffer out u32[64]
		  dispatch &flatload grid(64) group(64) args(out, 64)
		  check out : each(i + (i ^ 16) * 3)
		}
		run aligned {
		  buffer out u32[64]
		  dispatch &aligned grid(64) group(64) dynamic(1024) args(out, group_base, 64, 64)
		  check out : each((i ^ 16) + 100)
		}
		run mad {
		  buffer out u32[64]
		  dispatch &mad grid(64) group(64) dynamic(1024) args(out, group_base, 64, 64)
		  check out : each((i ^ 16) + 100)
		}
	E
	hsa-run -r k.run || { echo "with $flags"; exit 1; }
done

# kernel LINES [PRAGMAS]: code with that body makes so many multiplications by 3.5 of vectors of four
type=u32
kernel()
{
	case $type in
	u32) loads='ld_kernarg_u32 $s3, [%p]; ld_kernarg_u32 $s4, [%q];' ;;
	*) loads='ld_kernarg_u64 $d3, [%p]; ld_kernarg_u64 $d4, [%q];' ;;
	esac
	cat >k.hsail <<-E
		module &m:1:0:\$full:\$large:\$default;
		prog kernel &k(kernarg_u64 %out, kernarg_$type %p, kernarg_$type %q, kernarg_u32 %n)
		{
			align(4) group_f32 %a[64];
			align(4) group_f32 %b[64];
			workitemid_u32 \$s0, 0;
			workitemid_u32 \$s1, 1;
			ld_kernarg_u32 \$s2, [%n];
			mad_u32 \$s0, \$s1, \$s2, \$s0;
			shl_u32 \$s0, \$s0, 2;
			$loads
			lda_group_u32 \$s5, [%a];
			lda_group_u32 \$s6, [%b];
			cvt_u64_u32 \$d1, \$s0;
			ld_kernarg_u64 \$d0, [%out];
			add_u64 \$d0, \$d0, \$d1;
			ld_global_f32 \$s10, [\$d0];
			$1
			mul_f32 \$s11, \$s11, 0F40600000;
			st_global_f32 \$s11, [\$d0];
			ret;
		};
		${2-}
	E
	hsail-as k.hsail -o k.brig
	hsail-fin -O1 --simd=sse --emit=llvm-ir k.brig -o k.ll
	grep -c 'fmul <4 x float>.*3\.5' k.ll
}

# apart LINES [PRAGMAS], in_step LINES [PRAGMAS]
apart()
{
	test "$(kernel "$@")" -le 10 || { echo "in step: $1"; exit 1; }
}
in_step()
{
	test "$(kernel "$@")" -ge 16 || { echo "not in step: $1"; exit 1; }
}

in_step 'st_group_f32 $s10, [%a][$s0]; xor_b32 $s7, $s0, 4; ld_group_f32 $s11, [%a][$s7];'
apart 'st_group_f32 $s10, [%a][$s0]; xor_b32 $s7, $s0, 4; ld_group_f32 $s11, [%b][$s7];'
# elements that others store later, or have loaded before
in_step 'ld_group_f32 $s11, [%a][$s0+4]; st_group_f32 $s10, [%a][$s0]; ld_group_f32 $s10, [%b][$s0]; add_f32 $s11, $s11, $s10;'
in_step 'st_group_f32 $s10, [%a][$s0]; st_group_f32 $s10, [%a][$s0+4]; ld_group_f32 $s11, [%b][$s0];'
# by addresses in registers; what is multiplied is a number
in_step 'add_u32 $s5, $s5, $s0; add_u32 $s7, $s5, 4; st_group_f32 $s10, [$s5]; ld_group_f32 $s11, [$s7];'
apart 'add_u32 $s5, $s5, $s0; add_u32 $s6, $s6, $s0; st_group_f32 $s10, [$s5]; ld_group_f32 $s11, [$s6+4];'
# arguments: two addresses, of which a host may pass one twice, and two that a pragma gives memory of their own
arguments='add_u32 $s3, $s3, $s0; add_u32 $s4, $s4, $s0; st_group_f32 $s10, [$s3]; ld_group_f32 $s11, [$s4+4];'
in_step "$arguments"
in_step 'add_u32 $s3, $s3, $s0; st_group_f32 $s10, [$s3]; ld_group_f32 $s11, [%a][$s0+4];'
pragma='"value_kind=dynamic_shared_pointer", "address_space=local"'
pragmas="pragma \"hsaemu.kernel_arg\", &k, 1, $pragma; pragma \"hsaemu.kernel_arg\", &k, 2, $pragma;"
type=u64 width='cvt_u32_u64 $s3, $d3; cvt_u32_u64 $s4, $d4;'
in_step "$width $arguments"
apart "$width $arguments" "$pragmas"
in_step "$width"' add_u32 $s3, $s3, $s0; st_group_f32 $s10, [$s3]; ld_group_f32 $s11, [$s3+4];' "$pragmas"
type=u32
# either variable, and what is computed from an address in another way
in_step 'cmp_eq_b1_u32 $c0, $s4, 0; cmov_b32 $s5, $c0, $s5, $s6; st_group_f32 $s10, [$s5]; ld_group_f32 $s11, [%b][$s0+4];'
in_step 'and_b32 $s5, $s5, 0xfffffff0; st_group_f32 $s10, [$s5]; ld_group_f32 $s11, [%b][$s0+4];'
in_step 'sub_u32 $s6, $s6, $s5; add_u32 $s6, $s6, $s0; st_group_f32 $s10, [%a][$s6]; ld_group_f32 $s11, [%b][$s0+4];'
# elements of rows, one row for all, and the first element of each column
column='workitemid_u32 $s8, 0; shl_u32 $s8, $s8, 2;'
element="$column"' shl_u32 $s9, $s1, 6; add_u32 $s9, $s9, $s8; st_group_f32 $s10, [%a][$s9];'
apart "$element"' ld_group_f32 $s11, [%a][$s9];'
in_step "$element"' ld_group_f32 $s11, [%a][$s9+4];'
in_step "$column"' st_group_f32 $s10, [%a][$s8]; ld_group_f32 $s11, [%a][$s8];'
first='cbr_b1 $c0, @skip; ld_group_f32 $s11, [%a][$s8]; @skip:'
apart "$element"' mov_b32 $s11, 0; cmp_ne_b1_u32 $c0, $s1, 0; '"$first"
in_step "$element"' mov_b32 $s11, 0; cmp_ne_b1_u32 $c0, $s8, 0; '"$first"
