# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every option of nvcc's is done, noted to be without effect, or refused by name; none is taken for another one.
. "$T/common.subr"
hsail-as "$TOP/examples/vecadd.hsail" -o k.brig
hsail-fin -O0 k.brig -o k.o
echo "-O1 -DX='a b'" >words
note='^hsaemu-cc: note: without effect on kernels for the CPU: '
check_one() { # done|note|no OPTION...
	case $1 in
	done) shift && expect_status 0 hsaemu-cc "$@" k.o -o k.img && [ ! -s err ] || exit 1 ;;
	note) shift && expect_status 0 hsaemu-cc "$@" k.o -o k.img && expect_line err "$note$(echo "$*" | sed 's/ /=/')$" || exit 1 ;;
	no) shift && expect_status 3 hsaemu-cc "$@" k.o -o k.img && expect_line err "error: unsupported: '${1%%=*}" || exit 1 ;;
	esac
	[ ! -e k.img ] || rm k.img
}
sed 's/#.*//' >list <<'A'
no   --cuda -cuda
no   --cubin -cubin
no   --fatbin -fatbin
no   --optix-ir -optix-ir
no   --ltoir -ltoir
no   --preprocess -E
no   --generate-dependencies -M
no   --generate-nonsystem-dependencies -MM
done --generate-dependencies-with-compile -MD
done --generate-nonsystem-dependencies-with-compile -MMD
done --dependency-output -MF : x.d
done --generate-dependency-targets -MP
done --dependency-target-name -MT : x.o
no   --device-link -dlink
done --link -link
no   --lib -lib
no   --run -run
done --pre-include -include : a.h,b.h
note --objdir-as-tempdir -objtemp
note --library -l : cuda
done --define-macro -D : A,B=1
done --undefine-macro -U : A
done --include-path -I : .,..
done --system-include -isystem : .
note --library-path -L : .
no   --output-directory -odir : .
note --compiler-bindir -ccbin : g++
note --allow-unsupported-compiler -allow-unsupported-compiler
note --archiver-binary -arbin : ar
note --cudart -cudart : none
note --cudadevrt -cudadevrt : none
note --libdevice-directory -ldir : /x
note --target-directory -target-dir : x
note --use-local-env -use-local-env
note --force-cl-env-setup -force-cl-env-setup
note --profile -pg
done --debug -g
done --device-debug -G
done --generate-line-info -lineinfo
note --optimization-info -opt-info : inline
done --optimize -O : 3
note --Ofast-compile -Ofc : mid
note --dopt -dopt : on
note --dlink-time-opt -dlto
note --lto -lto
note --gen-opt-lto -gen-opt-lto
done --ftemplate-backtrace-limit : 3
done --ftemplate-depth : 30
note --no-exceptions -noeh
no   --shared -shared
done --std -std : c++17
note --no-host-device-initializer-list -nohdinitlist
note --no-host-device-move-forward -nohdmoveforward
done --expt-relaxed-constexpr -expt-relaxed-constexpr
done --extended-lambda -extended-lambda
done --expt-extended-lambda -expt-extended-lambda
done --machine -m : 64
no   --machine -m : 32
done --m64 -m64
done --compiler-options -Xcompiler : -Wall
note --linker-options -Xlinker : -s
note --archive-options -Xarchive : s
note --ptxas-options -Xptxas : -v
note --nvlink-options -Xnvlink : -v
note --static-global-template-stub -static-global-template-stub : true
note --device-entity-has-hidden-visibility -device-entity-has-hidden-visibility : true
note --forward-unknown-to-host-compiler -forward-unknown-to-host-compiler
note --forward-unknown-to-host-linker -forward-unknown-to-host-linker
note --forward-unknown-opts -forward-unknown-opts
note --dont-use-profile -noprof
no   --dryrun -dryrun
note --threads -t : 4
note --split-compile -split-compile : 4
note --split-compile-extended -split-compile-extended : 4
no   --fdevice-syntax-only -fdevice-syntax-only
note --fdevice-time-trace -fdevice-time-trace : f
done --keep -keep
done --keep-dir -keep-dir : kept
done --save-temps -save-temps
no   --clean-targets -clean
note --time -time : f
no   --run-args -run-args : x
note --input-drive-prefix -idp : x
note --dependency-drive-prefix -ddp : x
note --drive-prefix -dp : x
note --no-align-double
note --no-device-link -nodlink
done --gpu-architecture -arch : sm_80
note --gpu-code -code : sm_80
done --generate-code -gencode : arch=compute_80,code=sm_80
done --relocatable-device-code -rdc : true
note --entries -e : k
note --maxrregcount -maxrregcount : 32
done --use_fast_math -use_fast_math
done --ftz -ftz : true
done --prec-div -prec-div : false
done --prec-sqrt -prec-sqrt : false
done --fmad -fmad : false
note --extra-device-vectorization -extra-device-vectorization
note --default-stream -default-stream : null
done --disable-warnings -w
note --keep-device-functions -keep-device-functions
note --source-in-ptx -src-in-ptx
note --restrict -restrict
done --Wreorder -Wreorder
note --Wdefault-stream-launch -Wdefault-stream-launch
note --Wmissing-launch-bounds -Wmissing-launch-bounds
note --Wext-lambda-captures-this -Wext-lambda-captures-this
done --Wno-deprecated-declarations -Wno-deprecated-declarations
done --Wno-deprecated-gpu-targets -Wno-deprecated-gpu-targets
done --Werror -Werror : all-warnings,reorder
note --resource-usage -res-usage
note --extensible-whole-program -ewp
note --no-compress -no-compress
note --qpp-config -qpp-config : x
note --compile-as-tools-patch -astoolspatch
no   --list-gpu-code -code-ls
no   --list-gpu-arch -arch-ls
note --display-error-number -err-no
note --no-display-error-number -no-err-no
note --diag-error -diag-error : 1
note --diag-suppress -diag-suppress : 1
note --diag-warn -diag-warn : 1
note --host-linker-script -hls : use-lcs
note --augment-host-linker-script -aug-hls
no   --relocatable-link -r
note --brief-diagnostics -brief-diag : true
note --jump-table-density -jtd : 50
note --relocatable-ptx -reloc-ptx
note --device-stack-protector -device-stack-protector : true
note --compress-mode -compress-mode : size
note --frandom-seed -frandom-seed : 7
no   --sanitize -sanitize : memcheck
note --jobserver -jobserver
done --options-file -optf : words
A
notes= expected=
while read -r outcome options; do
	value= all=
	case $options in *' : '*) value=${options#* : } options=${options% : *} ;; esac
	for option in $options; do
		for form in "$option $value" ${value:+"$option=$value"}; do
			[ $outcome != no ] || check_one no $form
			all="$all $form"
		done
	done
	case $outcome in
	done) check_one done $all ;;
	note)
		notes="$notes $all"
		for option in $options; do
			expected="$expected $option${value:+=$value $option=$value}"
		done ;;
	esac
done <list
expect_status 0 hsaemu-cc $notes k.o -o k.img
[ "$(cat err)" = "hsaemu-cc: note: without effect on kernels for the CPU:$expected" ] || { cat err; exit 1; }
# what else is in nvcc's own list, where there is one, has tests of its own
known=' --ptx --compile --device-c --device-w --output-file --x --verbose --help --version '
for nvcc in ${HSAEMU_NVCC:+"$HSAEMU_NVCC"} nvcc /usr/local/cuda/bin/nvcc; do
	command -v "$nvcc" >/dev/null || continue
	for option in $("$nvcc" --help | sed -n 's/^\(--[^ ]*\) .*/\1/p'); do
		case $known in *" $option "*) continue ;; esac
		grep -q -e " $option\( \|$\)" list || { echo "nvcc's $option is not here"; exit 1; }
	done
	break
done
# -l is a library, unless it is a word of its own, or nearly so
for wrong in -laneinfo -lineinf -linefino; do
	expect_status 2 hsaemu-cc $wrong k.o
	expect_line err "^hsaemu-cc: error: unknown option '$wrong'; did you mean '-lineinfo'?$"
done
check_one note -lcublas
# levels
while read -r wanted options; do
	hsaemu-cc -v $options -x brig k.brig -c -o l.o 2>err
	grep -q -e " $wanted .*k.brig" err || { echo "not $wanted: $options"; cat err; exit 1; }
done <<'A'
-O2
-O1 -O
-O0 -O 0
-O3 -O4
-O3 -O 12
-O3 --optimize=9
-O1 -Og
-O2 -Os
-O2 -Oz
-O3 -Ofast
-O2 -O3 -O=2
A
expect_status 0 hsaemu-cc @words k.o -o=at.img
[ -s at.img ]
echo "'a b" >words
expect_status 2 hsaemu-cc @words
expect_line err "a quoted word in 'words' has no end"
expect_status 4 hsaemu-cc --options-file no-words
expect_line err "cannot read 'no-words'"
for option in -ftz -fmad --prec-div -prec-sqrt -rdc; do
	expect_status 2 hsaemu-cc $option=treu k.o
	expect_line err "'treu' is no value of $option (true|false); did you mean 'true'?$"
done
# what clang gets; without clang, the command is all that there is
cp "$TOP/examples/ptx/saxpy.cu" .
touch a.h b.h
hsaemu-cc -v -x=cu -I=a,b -D=X,Y=2 -U=Z -include=a.h -isystem=c --ftemplate-depth 40 --Werror all-warnings,reorder \
	--pre-include b.h,a.h -MMD -MF=s.d -MT=s.o -Ofast --emit=ptx saxpy.cu 2>err || grep -q 'is not installed' err
for word in -Ia -Ib -DX -DY=2 -UZ '-isystem c' -ftemplate-depth=40 -Werror -Werror=reorder '-include b.h' '-include a.h' \
	-ffast-math '-MF s.d -MT s.o'; do
	grep -q -e " $word " err || grep -q 'is not installed' err || { echo "no $word"; cat err; exit 1; }
done
