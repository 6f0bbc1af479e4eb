# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# nvcc's options, for hsaemu-cc in its place in makefiles; a part of hsaemu-cc, in sh. hsaemu-nvcc has those of its functions
# that tell which options have values, and choose the virtual GPU.
#
# They come with one hyphen or two, and a value behind `=` or in the next argument, which hsaemu-cc has made the
# former. What an option asks for is done by clang's means; options for what is not made here, as host code, are noted
# and left out.

unsupported() { die 3 "unsupported: $*"; }
by_other_means() { # OPTIONS of clang that do what nvcc's option in $arg does
	add clang_args "$@"
	add nvcc_args "$arg"
}
no_effect() {
	add without_effect "$1"
	add nvcc_args "$1"
}

nvcc_wants_value() { # OPTION, and the argument behind it
	case $1 in -?*) ;; *) return 1 ;; esac
	case ${1#-} in
	-generate-code|gencode|-gpu-architecture|-arch|-gpu-code|-code|code|-maxrregcount|maxrregcount|-entries|e) ;;
	-ptxas-options|Xptxas|-nvlink-options|Xnvlink|-linker-options|Xlinker|Xcudafe|-archive-options|Xarchive) ;;
	-compiler-options|-compiler-bindir|ccbin|-default-stream|default-stream|-cudart|cudart|-threads|t) ;;
	-std|std|-keep-dir|keep-dir|-library|l|-library-path|L|-x|-machine|m|-time|time|-archiver-binary|arbin) ;;
	-relocatable-device-code|rdc|-ftz|ftz|-fmad|fmad|-prec-div|prec-div|-prec-sqrt|prec-sqrt) ;;
	-define-macro|-undefine-macro|-include-path|-system-include|-pre-include|-output-file|-optimize) ;;
	-dependency-output|-dependency-target-name|-options-file|optf|-output-directory|odir|-run-args|run-args) ;;
	-diag-suppress|diag-suppress|-diag-error|diag-error|-diag-warn|diag-warn|-optimization-info|opt-info) ;;
	-split-compile|split-compile|-split-compile-extended|split-compile-extended|-cudadevrt|cudadevrt) ;;
	-libdevice-directory|ldir|-target-directory|target-dir|-Ofast-compile|Ofc|-dopt|dopt|-sanitize|sanitize) ;;
	-ftemplate-depth|ftemplate-depth|-ftemplate-backtrace-limit|ftemplate-backtrace-limit) ;;
	-static-global-template-stub|static-global-template-stub|-qpp-config|qpp-config|-host-linker-script|hls) ;;
	-device-entity-has-hidden-visibility|device-entity-has-hidden-visibility|-frandom-seed|frandom-seed) ;;
	-fdevice-time-trace|fdevice-time-trace|-brief-diagnostics|brief-diag|-jump-table-density|jtd) ;;
	-device-stack-protector|device-stack-protector|-compress-mode|compress-mode) ;;
	-input-drive-prefix|idp|-dependency-drive-prefix|ddp|-drive-prefix|dp) ;;
	-Werror|Werror) case $2 in all-warnings*|cross-execution-*|reorder*|deprecated-decl*|*-launch*|ext-lambda-*) ;; *) return 1 ;; esac ;;
	*) return 1 ;;
	esac
}

sm_device=80 # as HSAEMU_CUDA_ARCH has it, unless its user wants another
add_arch() { # NAME: of several, that which the device would load
	sm=${1#*_}
	case $1 in
	native|all|all-major) sm=$sm_device ;;
	sm_[0-9]*|compute_[0-9]*|lto_[0-9]*) ;;
	*) usage "'$1' is no virtual GPU; expected sm_NN" ;;
	esac
	sm_number=${sm%[af]}
	case $sm_number in
	*[!0-9]*) usage "'$1' is no virtual GPU; expected sm_NN" ;;
	[0-9]|[0-9][0-9]) ;;
	*) sm=90 sm_number=90 ;; # the last that clang knows
	esac
	[ "$sm_number" -gt 90 ] && sm=90 sm_number=90
	[ "$sm_number" -lt 20 ] && sm=20 sm_number=20 # the first
	if [ -z "$arch_number" ] || { [ "$sm_number" -gt "$arch_number" ] && [ "$sm_number" -le $sm_device ]; } ||
		{ [ "$sm_number" -lt "$arch_number" ] && [ "$arch_number" -gt $sm_device ]; }; then
		arch=sm_$sm arch_number=$sm_number
	fi
}
host_words() { # WORDS: for the host's compiler, with commas or blanks between
	set -f
	old_ifs=$IFS
	IFS=', '
	for host_word in $1; do
		case $host_word in
		-march=*|-mtune=*|-mcpu=*|-m[a-z0-9]*|-fopenmp*|-fPIC|-fpic|-rdynamic|-pg|-static|-l*|-L*|-g*|-O*|/*) no_effect "$host_word" ;;
		*) add compiler_args "$host_word" ;;
		esac
	done
	IFS=$old_ifs
	set +f
}

list_of() { # OPTION VALUES: nvcc takes several values with commas between
	set -f
	old_ifs=$IFS
	IFS=,
	for list_value in $2; do
		case $1 in -?) add compiler_args "$1$list_value" ;; *) add compiler_args "$1" "$list_value" ;; esac
	done
	IFS=$old_ifs
	set +f
}
errors_of() { # KINDS: that nvcc can make of warnings; clang has some of them
	set -f
	old_ifs=$IFS
	IFS=,
	for error_kind in $1; do
		case $error_kind in
		all-warnings) by_other_means -Werror ;;
		cross-execution-space-call|default-stream-launch|missing-launch-bounds|ext-lambda-captures-this) no_effect "-Werror=$error_kind" ;;
		*) add compiler_args "-Werror=$error_kind" ;;
		esac
	done
	IFS=$old_ifs
	set +f
}
library() { # OPTION
	similar=$(echo -lineinfo | similar_to "$1")
	[ -z "$similar" ] || die 2 "unknown option '$1'$similar"
	no_effect "$1"
}
set_level() { # WORD behind -O; as with clang and nvcc, there is nothing above 3
	case $1 in
	0|1|2|3) level=-O$1 ;;
	g) level=-O1 ;;
	s|z) level=-O2 ;;
	fast) level=-O3 && add compiler_args -ffast-math ;;
	''|*[!0-9]*|0*) usage "'-O$1' is no optimization level (-O0|1|2|3|g|s|z|fast)" ;;
	*) level=-O3 ;;
	esac
}

nvcc_option() { # ARG: false when it is none
	case $1 in -?*) ;; *) return 1 ;; esac
	nvcc_value=${1#*=}
	nvcc_code_option "$1" || nvcc_file_option "$1" || nvcc_refused_option "$1" || nvcc_other_option "$1"
}

nvcc_code_option() { # what is made of CUDA C
	case ${1#-} in
	-use_fast_math|use_fast_math)
		by_other_means -fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero ;;
	-ftz=true|ftz=true) by_other_means -fgpu-flush-denormals-to-zero ;;
	-fmad=false|fmad=false) by_other_means -ffp-contract=off ;;
	-ftz=false|ftz=false|-fmad=true|fmad=true) ;; # as it is done
	-ftz=*|ftz=*|-fmad=*|fmad=*|-prec-div=*|prec-div=*|-prec-sqrt=*|prec-sqrt=*) one_of "${1%%=*}" "$nvcc_value" true false ;;
	-expt-relaxed-constexpr|expt-relaxed-constexpr) by_other_means -D__CUDACC_RELAXED_CONSTEXPR__=1 ;;
	-extended-lambda|extended-lambda|-expt-extended-lambda|expt-extended-lambda)
		by_other_means -D__CUDACC_EXTENDED_LAMBDA__=1 ;;
	-relocatable-device-code=*|rdc=*)
		one_of "${1%%=*}" "$nvcc_value" true false
		[ "$nvcc_value" = false ] || by_other_means -D__CUDACC_RDC__=1 ;;
	-gpu-architecture=*|arch=*|-arch=*|-cuda-gpu-arch=*|-offload-arch=*) add_arch "$nvcc_value" ;;
	-generate-code=*|gencode=*)
		nvcc_value=${nvcc_value#*arch=}
		add_arch "${nvcc_value%%,*}" ;;
	-device-debug|G|-generate-line-info|lineinfo|-debug) debug=1 ;;
	-std=*|std=*) case $nvcc_value in
		c++03|c++98) add compiler_args -std=gnu++11 ;; # which the headers need
		*) add compiler_args "-std=$nvcc_value" ;;
		esac ;;
	-define-macro=*|D=*) list_of -D "$nvcc_value" ;;
	-undefine-macro=*|U=*) list_of -U "$nvcc_value" ;;
	-compiler-options=*|Xcompiler=*) host_words "$nvcc_value" ;;
	-ftemplate-depth=*|-ftemplate-backtrace-limit=*) add compiler_args "${1#-}" ;;
	-optimize=*|O=*) set_level "$nvcc_value" ;;
	-disable-warnings) add compiler_args -w ;;
	-Wreorder|-Wno-deprecated-declarations) add compiler_args "${1#-}" ;;
	-Werror=*|Werror=*) errors_of "$nvcc_value" ;;
	m64|-m64|-machine=64|m=64|Wno-deprecated-gpu-targets|-Wno-deprecated-gpu-targets) ;;
	*) return 1 ;;
	esac
}

nvcc_file_option() { # what is read and written
	case ${1#-} in
	-device-c|dc|-device-w|dw|-compile) emit=obj ;;
	-ptx|ptx) emit=ptx ;;
	-link|link) emit=image ;;
	-x=*|x=*) set_language "$nvcc_value" ;;
	-include-path=*|I=*) list_of -I "$nvcc_value" ;;
	-system-include=*|isystem=*) list_of -isystem "$nvcc_value" ;;
	-pre-include=*|include=*) list_of -include "$nvcc_value" ;;
	-output-file=*|o=*) output=$nvcc_value ;;
	-keep|keep|save-temps) save=1 ;;
	-keep-dir=*|keep-dir=*) save=1 save_folder=$nvcc_value ;;
	-generate-dependencies-with-compile) depend=-MD ;;
	-generate-nonsystem-dependencies-with-compile) depend=-MMD ;;
	-generate-dependency-targets) add compiler_args -MP ;;
	-dependency-output=*|MF=*) depend_file=$nvcc_value ;;
	-dependency-target-name=*|MT=*) depend_name=$nvcc_value ;;
	*) return 1 ;;
	esac
}

nvcc_refused_option() {
	case ${1#-} in
	cuda|-cuda|cubin|-cubin|fatbin|-fatbin|optix-ir|-optix-ir|ltoir|-ltoir|shared|-shared|m32|-m32|-machine=*|m=*| \
	dlink|-device-link|lib|-lib|r|-relocatable-link|run|-run|E|-preprocess|-fdevice-syntax-only|fdevice-syntax-only)
		unsupported "'$1'; what is made of CUDA C is PTX, HSAIL, BRIG, an object or an image" ;;
	M|MM|-generate-dependencies|-generate-nonsystem-dependencies)
		unsupported "'$1'; -MD and -MMD write what is included beside the output" ;;
	dryrun|-dryrun) unsupported "'$1'; -v prints the commands" ;;
	odir=*|-output-directory=*) unsupported "'${1%%=*}'; -o names the output with its folder" ;;
	sanitize=*|-sanitize=*|run-args=*|-run-args=*|clean|-clean-targets|code-ls|-list-gpu-code|arch-ls|-list-gpu-arch)
		unsupported "'${1%%=*}'" ;;
	*) return 1 ;;
	esac
}

nvcc_other_option() { # what is for host code, a GPU's machine code or nvcc itself
	case ${1#-} in
	lto|-lto|gen-opt-lto|-gen-opt-lto|ldir=*|-libdevice-directory=*) no_effect "$1" ;;
	l?*) library "$1" ;;
	-default-stream=*|default-stream=*|-cudart=*|cudart=*|-cudadevrt=*|cudadevrt=*|-entries=*|e=*) no_effect "$1" ;;
	-threads=*|t=*|t[0-9]*|-split-compile=*|split-compile=*|-split-compile-extended=*|split-compile-extended=*) no_effect "$1" ;;
	-maxrregcount=*|maxrregcount=*|-gpu-code=*|-code=*|code=*|-ptxas-options=*|Xptxas=*) no_effect "$1" ;;
	-nvlink-options=*|Xnvlink=*|-linker-options=*|Xlinker=*|-archive-options=*|Xarchive=*|Xcudafe=*) no_effect "$1" ;;
	-compiler-bindir=*|ccbin=*|ccbin?*|-archiver-binary=*|arbin=*|-library=*|-library-path=*|L?*) no_effect "$1" ;;
	-target-directory=*|target-dir=*|-objdir-as-tempdir|objtemp|-no-device-link|nodlink|-jobserver|jobserver) no_effect "$1" ;;
	-use-local-env|use-local-env|-force-cl-env-setup|force-cl-env-setup|-dont-use-profile|noprof) no_effect "$1" ;;
	-input-drive-prefix=*|idp=*|-dependency-drive-prefix=*|ddp=*|-drive-prefix=*|dp=*|-no-align-double) no_effect "$1" ;;
	-diag-*=*|diag-*=*|-display-error-number|err-no|-no-display-error-number|no-err-no|-brief-diagnostics=*|brief-diag=*) no_effect "$1" ;;
	-optimization-info=*|opt-info=*|-resource-usage|res-usage|-source-in-ptx|src-in-ptx|-fdevice-time-trace=*|fdevice-time-trace=*) no_effect "$1" ;;
	-Ofast-compile=*|Ofc=*|-dopt=*|dopt=*|-jump-table-density=*|jtd=*|-device-stack-protector=*|device-stack-protector=*) no_effect "$1" ;;
	-restrict|restrict|-time=*|time=*|-dlink-time-opt|dlto|-allow-unsupported-compiler|allow-unsupported-compiler) no_effect "$1" ;;
	-forward-unknown*|forward-unknown*|-extra-device-vectorization|extra-device-vectorization) no_effect "$1" ;;
	-no-exceptions|noeh|-no-host-device-initializer-list|nohdinitlist|-no-host-device-move-forward|nohdmoveforward) no_effect "$1" ;;
	-static-global-template-stub=*|static-global-template-stub=*|-keep-device-functions|keep-device-functions) no_effect "$1" ;;
	-device-entity-has-hidden-visibility=*|device-entity-has-hidden-visibility=*|-frandom-seed=*|frandom-seed=*) no_effect "$1" ;;
	-extensible-whole-program|ewp|-compile-as-tools-patch|astoolspatch|-qpp-config=*|qpp-config=*) no_effect "$1" ;;
	-no-compress|no-compress|-compress-mode=*|compress-mode=*|-relocatable-ptx|reloc-ptx) no_effect "$1" ;;
	-host-linker-script=*|hls=*|-augment-host-linker-script|aug-hls) no_effect "$1" ;;
	-Wdefault-stream-launch|Wdefault-stream-launch|-Wmissing-launch-bounds|Wmissing-launch-bounds) no_effect "$1" ;;
	-Wext-lambda-captures-this|Wext-lambda-captures-this|pg|-profile|rdynamic|fopenmp*|fPIC|fpic) no_effect "$1" ;;
	*) return 1 ;;
	esac
}
