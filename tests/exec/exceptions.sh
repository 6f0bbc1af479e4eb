# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Exceptions: forms that generate one (all in make forms), against exact arithmetic (tests/diff/exceptions.py); the
# policies of directives and options; what ends a dispatch.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
python3 "$T/../diff/exceptions.py" . "$([ -n "${FORMS_SHARE-}" ] && echo 1 || echo 14)"
cp "$T/exceptions.text" policies.hsail
levels="off sse avx2 avx512"
grep -qw avx512vl /proc/cpuinfo || levels="off sse"
cat >policies.run <<'END'
image policies.hsail
run bits {
	buffer out u32[20]
	dispatch &bits grid(128) group(128) args(out)
	check out: list(0, 0x15, 4, 0, 0, 0, 0x15, 4, 2, 0x7f800000, 0, 0x15, 4, 0, 0, 0, 0x15, 4, 2, 0x7f800000)
}
run called {
	buffer out u32[4]
	dispatch &called grid(70) group(64) args(out, 1, 2, 4)
	check out: list(0, 0, 0x3f000000, 0x3d800000)
	dispatch &called grid(70) group(64) args(out, 1, 3, 0)
	check out: list(16, 0, out[2], 0x3f800000)
	dispatch &called grid(70) group(64) args(out, 1, 0, 3)
	check out: list(2, 2, out[2], 0x7f800000)
	dispatch &called grid(70) group(64) args(out, 0, 0, 1)
	check out: list(1, 1, out[2], out[3])
}
run stops_not {
	buffer out u32[3]
	dispatch &stops grid(96) group(96) args(out, 5)
	check out: list(16, 0, 0x3eaaaaab)
}
END
stops() { # KERNEL TEXT OPTIONS...: the dispatch ends with the text
	kernel=$1 text=$2
	shift 2
	status=0
	hsa-run policies.hsail -k "&$kernel" --group 64 "$@" 2>err || status=$?
	[ $status = 126 ] && grep -qF "$text" err || { cat err; echo "$kernel: status $status"; exit 1; }
}
for level in $levels; do
	hsa-run --simd=$level --run except.run
	hsa-run --simd=$level --run policies.run
	hsa-run policies.hsail --simd=$level --fin=--detect=inexact,divbyzero -k '&plain' --grid 40 -a 'out=u32[40]' \
		-a 'q=u32[40]' -a 8 -a 0xfffffff6 --check 'out=each((i < 32) * 2)'
	stops stops "exception (invalid operation) in work-group (1, 0, 0), work-item 13" --simd=$level \
		--grid 128 -a 'out=u32[130]' -a 77
	stops plain "exception (divide by zero) in work-group (0, 0, 0), work-item 10" --simd=$level \
		--fin=--break=all --grid 40 -a 'out=u32[40]' -a 'q=u32[40]' -a 8 -a 0xfffffff6
done
# without FMA and with f16 in software
hsa-run -mcpu=x86-64-v2 --simd=sse --run except.run
# a list that is wrong is a wrong command line, as with any other option
hsail-as policies.hsail -o x.brig
for option in --detect --break; do
	status=0
	hsail-fin $option=overflow,foo x.brig 2>err || status=$?
	[ $status = 2 ] && grep -qF -- "$option: 'foo' is no exception, but invalid, divbyzero" err || exit 1
done
