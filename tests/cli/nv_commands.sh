# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which option goes to which compiler, and how programs are linked: what -dryrun shows.
. "$T/nvcc.subr"
for file in k.cu x.cpp y.c a.o l.a s.so; do : >$file; done
commands -c k.cu -O3 -g -use_fast_math -DX=1,2 -D 'Y=a b' -I i,j -isystem=s -include a.h -std c++14 -arch sm_60 \
	-Xcompiler -Wall,-fopenmp-simd -Xcompiler '-fno-exceptions -DQ="w v"' --extended-lambda -w -Xptxas -O1,-v -noeh
both='-std=c++14 -D__CUDACC_EXTENDED_LAMBDA__=1 -fno-exceptions -DX=1 -D2 .-DY=a b. -Ii -Ij -isystem s -include a.h -w'
shows '^[^ ]*/hsaemu-cc -x cuda -arch compute_60 -g -use_fast_math -O1 ' '^[^ ]*clang[^ ]* -x cuda .*--cuda-host-only' \
	"^[^ ]*hsaemu-cc.*$both" "^[^ ]*clang.*$both" "^[^ ]*hsaemu-cc.* .-DQ=w v. " "^[^ ]*clang.* -O3 -g .*-Wall.* .-DQ=w v. "
hides 'hsaemu-cc.*-O3' 'clang.*fast_math' '-D__CUDACC_RDC__' '^[^ ]*/*g++'
[ "$(grep -c 'D__CUDA_ARCH_LIST__=600' commands)" = 2 ]
commands -c x.cpp -O2 -std=c++20 -Xcompiler -fno-plt
shows '^gcc -std=c++20 .*-x c++ -D__NVCC__ -O2 -fno-plt .*-D__CUDACC_VER_MAJOR__=12 .*-c x.cpp -o x.o$' "-isystem [^ ]*/share/hsaemu/cuda"
commands -c y.c -O2 -std=c++20
shows '^gcc .*-x c -D__NVCC__ -O2 '
hides 'c++20'
commands -dc k.cu
shows 'hsaemu-cc.*-D__CUDACC_RDC__=1.*--unit=' 'clang.*-D__CUDACC_RDC__=1.*-fgpu-rdc'
unit=$(sed -n 's/.*--unit=\([^ ]*\).*/\1/p' commands)
shows "clang.*-cuid=$unit "
commands -default-stream per-thread -c k.cu x.cpp
[ "$(grep -c 'DCUDA_API_PER_THREAD_DEFAULT_STREAM=1' commands)" = 3 ]
shows 'clang.*-Xclang -fgpu-default-stream=per-thread'
commands -x cu x.cpp -c
shows 'hsaemu-cc.*x.cpp'
commands -x c++ k.cu -c
hides 'hsaemu-cc'
commands -forward-unknown-to-host-compiler -march=native -c k.cu x.cpp
[ "$(grep -c -e '-march=native' commands)" = 2 ]
commands --forward-unknown-to-host-linker a.o -Wl,-z,now
shows '^g++.*a.o .*-Wl,-z,now'
commands -Xcompiler -fconserve-stack -c k.cu
[ "$(grep -v '^#' err)" = "hsaemu-nvcc: note: '-fconserve-stack' is not known to clang, which compiles the host code of CUDA C, and left out there" ]
hides 'clang.*-fconserve-stack'

lib=$toolkit/lib64
commands a.o k.cu l.a s.so -L w,v -lm -l foo,bar -Xlinker -rpath,/x -Xcompiler -rdynamic -o app
shows "^g++ -rdynamic -m64 -Wl,--start-group a.o [^ ]*/k.o l.a s.so -Wl,-rpath,$lib -Xlinker -rpath -Xlinker /x \
-L$toolkit/linked -Lw -Lv -lm -lfoo -lbar -lcudart_static -lrt -lpthread -ldl -Wl,--end-group -o "
commands a.o -cudart shared -shared
shows "^g++ .* -Wl,-rpath,$lib -shared -L$toolkit/linked -lcudart -Wl,--end-group -o "
commands a.o -cudart=none
hides 'lcudart' 'rpath'
commands -lib a.o x.cpp
shows '^[^ ]*ar cr [^ ]*/program.a a.o [^ ]*x.o$'
commands -lib a.o -arbin my-ar -Xarchive rcsD
shows '^my-ar rcsD '
commands -ccbin gcc-12 -run a.o -run-args 'a b'
shows '^g++-12 ' '^./a.out a b$'
commands -ccbin /usr/bin a.o
shows '^/usr/bin/g++ '
commands -ccbin "$(command -v g++)" -c k.cu
shows 'clang.*--gcc-install-dir=/'
NVCC_CCBIN=clang++-19 NVCC_PREPEND_FLAGS='-DA=1 "-DB=2 3"' NVCC_APPEND_FLAGS=-O1 commands -c x.cpp
shows "^clang++-19 .* -O1 -DA=1 .-DB=2 3. "

# the lines that CMake reads
hsaemu-nvcc -v there_is_no_such_file 2>err || [ $? = 2 ]
grep -qx "#\$ TOP=$toolkit" err
grep -qx "#\$ NVVMIR_LIBRARY_DIR=$toolkit/nvvm/libdevice" err
grep -qx "#\$ INCLUDES=\"-I$toolkit/include\"" err
grep -qx "#\$ LIBRARIES=-L$toolkit/linked" err
[ -x "$toolkit/bin/nvcc" ] && [ -r "$toolkit/include/cuda_runtime.h" ] && [ -s "$lib/libcudadevrt.a" ] || exit 1
[ "$("$toolkit/bin/nvcc" --toolkit)" = "$toolkit" ]
