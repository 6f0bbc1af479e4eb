# Scalar and vector code, by groups and on fibers, agree on random kernels; `make fuzz-simd` for more
# of them.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
set -- --simd=sse "--simd=off --fibers=item --preempt=timeout" "--simd=sse --fibers=wave"
! grep -qw avx2 /proc/cpuinfo || set -- "$@" --simd=avx2
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" --simd=avx512
python3 "$T/simd.py" "${SEED:-1}" "${SEEDS:-10}" "$@"
