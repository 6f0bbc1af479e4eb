# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# docs/cuda-api.md has each function that the libraries export once, and as refused those that are.
. "$T/nvcc.subr"
needs_runtime
names() { # PART OF THE PAGE...: those in the sections whose titles begin so
	awk -v "library=$1" -v "kinds=$2" '
		/^## / { here = substr($0, 4) == library; kind = "" }
		/^### / { kind = substr($0, 5) }
		here && kind != "" && index(kinds, kind) { print }' "$TOP/docs/cuda-api.md" | grep -o '`[A-Za-z0-9_]*`' | tr -d '`' | sort
}
forms= # what is cut off the names
exported() { # LIBRARY PREFIX
	nm -D --defined-only "$toolkit/lib64/$1" | sed -n 's/.* T \([A-Za-z0-9_]*\).*/\1/p' | grep "^$2" |
		grep -v '_pt\(sz\|ds\)$' | sed "$forms" | sort -u
}
check() { # LIBRARY PREFIX TITLE [LIST OF REFUSED]
	exported "$1" "$2" >exported
	names "$3" 'Done In part Refused' | diff exported - || { echo "docs/cuda-api.md is not about what $1 exports"; exit 1; }
	[ -z "${4-}" ] || {
		sed -n 's/^REFUSED(\([A-Za-z0-9_]*\).*/\1/p' "$TOP/$4" | sort | comm -12 exported - >refused
		names "$3" Refused | diff refused - || { echo "docs/cuda-api.md does not have what $4 refuses"; exit 1; }
	}
}
check libcudart.so.12 cu 'The runtime' cuda/runtime/refused.def
check libcuda.so.1 cu 'The driver' cuda/driver/refused.def
check libnvrtc.so.12 nvrtc NVRTC
check libcufft.so.11 cufft cuFFT cuda/fft/refused.def
check libnvidia-ml.so.1 nvml NVML cuda/nvml/refused.def
check libcusparse.so.12 cusparse cuSPARSE cuda/sparse/refused.def
forms='s/_64$//; s/_v2$//'
check libcublas.so.12 cublas cuBLAS cuda/blas/refused.def
check libcublasLt.so.12 cublasLt cuBLASLt
check libcurand.so.10 curand cuRAND
