# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-nvcc takes each option of nvcc's, in all forms, or refuses it by name; none is taken for another one.
. "$T/nvcc.subr"
echo '__global__ void k(int *p) { *p = 1; }' >k.cu
echo '-O1 -DX="a b"' >words
: >a.h
together=
while read -r outcome options; do
	value=
	case $options in *' : '*) value=${options#* : } options=${options% : *} ;; esac
	all=
	for option in $options; do
		for form in "$option $value" ${value:+"$option=$value"}; do
			all="$all $form"
			[ $outcome != no ] || {
				expect_status 3 hsaemu-nvcc $form k.cu
				expect_line err "^hsaemu-nvcc: error: unsupported: '$option"
			}
		done
	done
	case $outcome in
	alone) expect_status 0 hsaemu-nvcc -dryrun $all k.cu ;; # they say what is made
	yes) together="$together $all" ;;
	esac
done <<'A'
alone --cuda -cuda
alone --cubin -cubin
alone --fatbin -fatbin
no --optix-ir -optix-ir
no --ltoir -ltoir
alone --ptx -ptx
alone --preprocess -E
alone --generate-dependencies -M
alone --generate-nonsystem-dependencies -MM
alone --generate-dependencies-with-compile -MD
alone --generate-nonsystem-dependencies-with-compile -MMD
yes --dependency-output -MF : x.d
yes --generate-dependency-targets -MP
yes --dependency-target-name -MT : x.o
alone --compile -c
alone --device-c -dc
alone --device-w -dw
alone --device-link -dlink
alone --link -link
alone --lib -lib
alone --run -run
yes --output-file -o : x
yes --verbose -v
alone --x -x : cu
yes --pre-include -include : a.h,a.h
yes --objdir-as-tempdir -objtemp
yes --library -l : cuda,m
yes --define-macro -D : A,B=1
yes --undefine-macro -U : A
yes --include-path -I : .,..
yes --system-include -isystem : .
yes --library-path -L : .
yes --output-directory -odir : .
yes --compiler-bindir -ccbin : g++
yes --allow-unsupported-compiler -allow-unsupported-compiler
yes --archiver-binary -arbin : ar
yes --cudart -cudart : none
yes --cudadevrt -cudadevrt : none
yes --libdevice-directory -ldir : /x
yes --target-directory -target-dir : x
yes --use-local-env -use-local-env
yes --force-cl-env-setup -force-cl-env-setup
yes --profile -pg
yes --debug -g
yes --device-debug -G
yes --generate-line-info -lineinfo
yes --optimization-info -opt-info : inline
yes --optimize -O : 3
yes --Ofast-compile -Ofc : mid
yes --dopt -dopt : on
yes --dlink-time-opt -dlto
yes --lto -lto
yes --gen-opt-lto -gen-opt-lto
yes --ftemplate-backtrace-limit -ftemplate-backtrace-limit : 3
yes --ftemplate-depth -ftemplate-depth : 30
yes --no-exceptions -noeh
alone --shared -shared
yes --std -std : c++17
yes --no-host-device-initializer-list -nohdinitlist
yes --no-host-device-move-forward -nohdmoveforward
yes --expt-relaxed-constexpr -expt-relaxed-constexpr
yes --extended-lambda -extended-lambda
yes --expt-extended-lambda -expt-extended-lambda
yes --machine -m : 64
no --machine -m : 32
no --m32 -m32
yes --m64 -m64
yes --compiler-options -Xcompiler : -Wall,-O2
yes --linker-options -Xlinker : -s
yes --archive-options -Xarchive : s
yes --ptxas-options -Xptxas : -v,-O1
yes --nvlink-options -Xnvlink : -v
yes --static-global-template-stub -static-global-template-stub : true
yes --device-entity-has-hidden-visibility -device-entity-has-hidden-visibility : true
yes --forward-unknown-to-host-compiler -forward-unknown-to-host-compiler
yes --forward-unknown-to-host-linker -forward-unknown-to-host-linker
yes --forward-unknown-opts -forward-unknown-opts
yes --dont-use-profile -noprof
alone --dryrun -dryrun
yes --threads -t : 4
yes --split-compile -split-compile : 4
yes --split-compile-extended -split-compile-extended : 4
no --fdevice-syntax-only -fdevice-syntax-only
yes --fdevice-time-trace -fdevice-time-trace : f
yes --keep -keep
yes --keep-dir -keep-dir : kept
yes --save-temps -save-temps
no --clean-targets -clean
yes --time -time : f
yes --run-args -run-args : x
yes --input-drive-prefix -idp : x
yes --dependency-drive-prefix -ddp : x
yes --drive-prefix -dp : x
yes --no-align-double
yes --no-device-link -nodlink
yes --gpu-architecture -arch : sm_80
yes --gpu-code -code : sm_80
yes --generate-code -gencode : arch=compute_80,code=sm_80
yes --relocatable-device-code -rdc : true
yes --entries -e : k
yes --maxrregcount -maxrregcount : 32
yes --use_fast_math -use_fast_math
yes --ftz -ftz : true
yes --prec-div -prec-div : false
yes --prec-sqrt -prec-sqrt : false
yes --fmad -fmad : false
yes --extra-device-vectorization -extra-device-vectorization
yes --default-stream -default-stream : null
yes --disable-warnings -w
yes --keep-device-functions -keep-device-functions
yes --source-in-ptx -src-in-ptx
yes --restrict -restrict
yes --Wreorder -Wreorder
yes --Wdefault-stream-launch -Wdefault-stream-launch
yes --Wmissing-launch-bounds -Wmissing-launch-bounds
yes --Wext-lambda-captures-this -Wext-lambda-captures-this
yes --Wno-deprecated-declarations -Wno-deprecated-declarations
yes --Wno-deprecated-gpu-targets -Wno-deprecated-gpu-targets
yes --Werror -Werror : all-warnings,reorder
yes --resource-usage -res-usage
yes --extensible-whole-program -ewp
yes --no-compress -no-compress
yes --qpp-config -qpp-config : x
yes --compile-as-tools-patch -astoolspatch
yes --display-error-number -err-no
yes --no-display-error-number -no-err-no
yes --diag-error -diag-error : 1
yes --diag-suppress -diag-suppress : 1
yes --diag-warn -diag-warn : 1
yes --host-linker-script -hls : use-lcs
yes --augment-host-linker-script -aug-hls
no --relocatable-link -r
yes --brief-diagnostics -brief-diag : true
yes --jump-table-density -jtd : 50
yes --relocatable-ptx -reloc-ptx
yes --device-stack-protector -device-stack-protector : true
yes --compress-mode -compress-mode : size
yes --frandom-seed -frandom-seed : 7
no --sanitize -sanitize : memcheck
yes --jobserver -jobserver
alone --options-file -optf : words
A
expect_status 0 hsaemu-nvcc -dryrun $together k.cu
for option in --list-gpu-arch -arch-ls; do [ "$(hsaemu-nvcc $option | grep -c '^compute_[0-9]*$')" -gt 9 ]; done
for option in --list-gpu-code -code-ls; do hsaemu-nvcc $option | grep -qx sm_75; done
expect_status 0 hsaemu-nvcc --help=env
grep -q '^NVCC_CCBIN ' out
# build systems read the version in these forms
hsaemu-nvcc -V >version
grep -q 'nvcc: NVIDIA (R) Cuda compiler driver' version
[ "$(sed -n 's/.*release \([0-9.]*\), V.*/\1/p' version)" = 12.0 ]
[ "$(sed -n '$s/.*V//p' version)" = 12.0.140 ]
grep -q '^hsaemu-nvcc (HSAemu)' version

wrong() { # TEXT ARGUMENT...
	text=$1
	shift
	expect_status 2 hsaemu-nvcc "$@"
	[ "$(cat err)" = "hsaemu-nvcc: error: $text" ] || { cat err; exit 1; }
}
see='see hsaemu-nvcc --help'
wrong "unknown option '--maxregcount'; did you mean '--maxrregcount'?" --maxregcount=32 k.cu
wrong "unknown option '-laneinfo'; did you mean '-lineinfo'?" -laneinfo k.cu
wrong "unknown option '--use_fast_maht'; did you mean '--use_fast_math'?" --use_fast_maht k.cu
wrong "unknown option '--frobnicate'; $see" --frobnicate k.cu
for option in -fPIC -Wall -pthread -march=native -static -fno-plt; do
	wrong "unknown option '$option'; -Xcompiler gives options to the host's compiler" $option k.cu
done
cp words words.o
wrong "no input files; $see"
wrong "no input files; $see" -c -O2
wrong "no source files; $see" -c words.o
wrong "option '-o' needs a value; $see" k.cu -o
wrong "cannot tell what 'words' is from its name; -x says it; $see" words
wrong "standard input is no file for hsaemu-nvcc; $see" -x cu -
wrong "'f77' is no value of -x (c|c++|cu)" -x f77 k.cu
wrong "'sharde' is no value of --cudart (none|shared|static); did you mean 'shared'?" --cudart sharde k.cu
wrong "'treu' is no value of -rdc (true|false); did you mean 'true'?" -rdc=treu k.cu
wrong "'all-warning' is no value of -Werror (all-warnings|cross-execution-space-call|default-stream-launch|\
deprecated-declarations|ext-lambda-captures-this|missing-launch-bounds|reorder); did you mean 'all-warnings'?" \
	-Werror=all-warning k.cu
wrong "'-O4x' is no optimization level (-O0|1|2|3|g|s|z|fast); $see" -O4x k.cu
wrong "'gfx90a' is no virtual GPU; expected sm_NN; $see" -arch=gfx90a k.cu
cp k.cu l.cu
wrong "-o and -MF with several files are for programs; $see" -c k.cu l.cu -o x.o
wrong "input file 'k.cu' is the same as output file; $see" -c k.cu -o ./k.cu
: >k.cpp
wrong "no ptx is made of 'k.cpp'; $see" -ptx k.cpp
: >k.ptx
expect_status 3 hsaemu-nvcc -c k.ptx
expect_line err "error: unsupported: 'k.ptx'; PTX becomes -cubin and -fatbin, and no host code$"
: >k.cubin
expect_status 3 hsaemu-nvcc k.cubin
expect_line err "error: unsupported: 'k.cubin'; what kernels are made of is their source or PTX$"
expect_status 4 hsaemu-nvcc missing.cu
expect_line err "^hsaemu-nvcc: error: cannot read 'missing.cu'$"
expect_status 4 env HSAEMU_CLANG=no-clang hsaemu-nvcc -c k.cu
expect_line err '^hsaemu-nvcc: error: CUDA C needs no-clang, which is not installed; it is in the Debian package clang-19$'
expect_status 4 hsaemu-nvcc -ccbin no-g++ k.cu
expect_line err '^hsaemu-nvcc: error: a link needs no-g++, which is not installed; it is in the Debian package g++$'
full() { hsaemu-nvcc "$@" >/dev/full; }
for option in --help --version --toolkit --list-gpu-arch; do
	expect_status 4 full $option
	expect_line err 'error: cannot write'
done
