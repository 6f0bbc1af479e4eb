# Scalar and vector code agree on random kernels; `make fuzz-simd` for more of them.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
levels="--simd=sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels --simd=avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels --simd=avx512"
# shellcheck disable=SC2086
python3 "$T/simd.py" "${SEED:-1}" "${SEEDS:-10}" $levels
