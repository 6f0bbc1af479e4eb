# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions that call each other, in two modules and by handles, do what an interpreter says, in all forms.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
set -- --simd=off "--simd=sse --flow=dispatcher" "--fibers=item -O1"
! grep -qw avx2 /proc/cpuinfo || set -- "$@" "--simd=avx2 -O1"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" --simd=avx512
for seed in $(seq "${SEED:-1}" $((${SEED:-1} + ${SEEDS:-100} / 20 - 1))); do
	python3 "$T/calls.py" "$seed"
	hsail-as main.hsail && hsail-as library.hsail || exit 1
	for options; do
		# shellcheck disable=SC2086
		hsail-fin $options main.brig && hsail-fin $options library.brig || exit 1
		hsa-ld main.o library.o -o a.hso
		hsa-run --run x.run --timeout=60 >out || { echo "seed $seed, $options" && cat out && exit 1; }
	done
done
