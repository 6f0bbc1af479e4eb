# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cuBLAS and cuBLASLt against plain loops: all functions of BLAS in four types, types that are arguments, streams, graphs and
# threads, the interface without handles, and what is wrong.
. "$T/nvcc.subr"
needs_runtime
ldconfig -p | grep -qE 'lib(openblas\.so\.0|blis\.so\.4|blas\.so\.3) ' || {
	echo "neither libopenblas0 nor libblis4 nor libblas3 is installed"
	exit 77
}
sources=$T/cuda_blas
libraries="-L$toolkit/lib64 -Wl,-rpath,$toolkit/lib64 -lcublas -lcublasLt -lcudart"
hsaemu-nvcc -std=c++14 "$sources/flow.cu" -o flow -lcublas &
for name in functions typed; do
	g++ -std=c++14 -Wall -Wextra "-I$toolkit/include" "$sources/$name.cc" -o "$name" $libraries &
done
for name in legacy errors; do
	gcc -std=c99 -Wall -Wextra "-I$toolkit/include" "$sources/$name.c" -o "$name" $libraries
done
wait
for name in functions typed flow legacy errors; do
	"./$name" >out 2>err || { cat err; exit 1; }
	[ "$(cat out)" = "$name: ok" ]
done
cat >messages <<'EOF'
libcublas: cublasSgemm_v2: a size of more than 31 bits is not supported
libcublas: cublasGemmEx: this combination of types is not supported
libcublas: cublasRotgEx: this function is not supported
libcublas: cublasSgemmBatched: address 0x40 of matrix 1 of a batch is wrong
libcublas: cublasXtSspmm: this function is not supported
EOF
diff messages err
