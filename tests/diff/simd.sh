# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Scalar and vector code, by groups and on fibers, agree on random kernels. `make fuzz-simd` compiles
# more of them, each in all forms.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
set -- --simd=sse "--simd=sse --flow=dispatcher" "--simd=sse --fibers=wave" \
	"--simd=off --fibers=item --preempt=timeout" "--simd=sse --preempt=timeout"
! grep -qw avx2 /proc/cpuinfo || set -- "$@" --simd=avx2
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" --simd=avx512 "--simd=avx512 --flow=dispatcher"
if [ -n "${SEEDS-}" ]; then
	python3 "$T/simd.py" "${SEED:-1}" "$SEEDS" "$@"
else
	python3 "$T/simd.py" -s 1 150 "$@"
fi
