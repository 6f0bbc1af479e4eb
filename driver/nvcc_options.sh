# nvcc's options, for hsaemu-cc in its place in makefiles; a part of hsaemu-cc, in sh.
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

nvcc_wants_value() {
	case $1 in -?*) ;; *) return 1 ;; esac
	case ${1#-} in
	-generate-code|gencode|-gpu-architecture|-arch|-gpu-code|-code|code|-maxrregcount|maxrregcount) ;;
	-ptxas-options|Xptxas|-nvlink-options|Xnvlink|-linker-options|Xlinker|Xcudafe|-archiver-options) ;;
	-compiler-options|-compiler-bindir|ccbin|-default-stream|default-stream|-cudart|cudart|-threads|t) ;;
	-std|std|-keep-dir|keep-dir|-library|l|-library-path|L|-diag-suppress|diag-suppress|-x) ;;
	-relocatable-device-code|rdc|-ftz|ftz|-fmad|fmad|-prec-div|prec-div|-prec-sqrt|prec-sqrt) ;;
	-define-macro|-undefine-macro|-include-path|-system-include|-pre-include|-output-file|-optimize) ;;
	-split-compile|split-compile|-diag-error|diag-error|-diag-warn|diag-warn) ;;
	*) return 1 ;;
	esac
}

sm_default=75
add_arch() { # NAME: of several, that which a GPU sm_75 would load
	sm=${1#*_}
	case $1 in
	native|all|all-major) sm=$sm_default ;;
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
	if [ -z "$arch_number" ] || { [ "$sm_number" -gt "$arch_number" ] && [ "$sm_number" -le $sm_default ]; } ||
		{ [ "$sm_number" -lt "$arch_number" ] && [ "$arch_number" -gt $sm_default ]; }; then
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

nvcc_option() { # ARG: false when it is none
	case $1 in -?*) ;; *) return 1 ;; esac
	nvcc_value=${1#*=}
	case ${1#-} in
	-use_fast_math|use_fast_math)
		by_other_means -fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero ;;
	-ftz=true|ftz=true) by_other_means -fgpu-flush-denormals-to-zero ;;
	-fmad=false|fmad=false) by_other_means -ffp-contract=off ;;
	-ftz=false|ftz=false|-fmad=true|fmad=true|-prec-div=*|prec-div=*|-prec-sqrt=*|prec-sqrt=*) ;; # as it is done
	-expt-relaxed-constexpr|expt-relaxed-constexpr) by_other_means -D__CUDACC_RELAXED_CONSTEXPR__=1 ;;
	-extended-lambda|extended-lambda|-expt-extended-lambda|expt-extended-lambda)
		by_other_means -D__CUDACC_EXTENDED_LAMBDA__=1 ;;
	-relocatable-device-code=*|rdc=*) [ "$nvcc_value" = false ] || by_other_means -D__CUDACC_RDC__=1 ;;
	-device-c|dc|-device-w|dw) emit=obj ;;
	-compile) emit=obj ;;
	-ptx|ptx) emit=ptx ;;
	-gpu-architecture=*|arch=*|-arch=*|-cuda-gpu-arch=*|-offload-arch=*) add_arch "$nvcc_value" ;;
	-generate-code=*|gencode=*)
		nvcc_value=${nvcc_value#*arch=}
		add_arch "${nvcc_value%%,*}" ;;
	-device-debug|G|-generate-line-info|lineinfo|-debug) debug=1 ;;
	-std=*|std=*) case $nvcc_value in
		c++03|c++98) add compiler_args -std=gnu++11 ;; # which the headers need
		*) add compiler_args "-std=$nvcc_value" ;;
		esac ;;
	-x=*) set_language "$nvcc_value" ;;
	-compiler-options=*|Xcompiler=*) host_words "$nvcc_value" ;;
	-define-macro=*) add compiler_args "-D$nvcc_value" ;;
	-undefine-macro=*) add compiler_args "-U$nvcc_value" ;;
	-include-path=*) add compiler_args "-I$nvcc_value" ;;
	-system-include=*) add compiler_args -isystem "$nvcc_value" ;;
	-pre-include=*) add compiler_args -include "$nvcc_value" ;;
	-output-file=*) output=$nvcc_value ;;
	-optimize=[0-3]) level=-O$nvcc_value ;;
	m64|-machine=64|Wno-deprecated-gpu-targets) ;;
	-keep|keep) save=1 ;;
	-keep-dir=*|keep-dir=*) save=1 save_folder=$nvcc_value ;;
	cubin|-cubin|fatbin|-fatbin|shared|-shared|m32|-machine=32|dlink|-device-link|lib|-lib|run|-run|E|-preprocess)
		unsupported "'$1'; what is made of CUDA C is PTX, HSAIL, BRIG, an object or an image" ;;
	-default-stream=*|default-stream=*|-cudart=*|cudart=*|-threads=*|t=*|t[0-9]*|-split-compile=*|split-compile=*) no_effect "$1" ;;
	-maxrregcount=*|maxrregcount=*|-gpu-code=*|-code=*|code=*|-ptxas-options=*|Xptxas=*) no_effect "$1" ;;
	-nvlink-options=*|Xnvlink=*|-linker-options=*|Xlinker=*|-archiver-options=*|Xcudafe=*) no_effect "$1" ;;
	-compiler-bindir=*|ccbin=*|ccbin?*|-library=*|-library-path=*|l?*|L?*) no_effect "$1" ;;
	-diag-*=*|diag-*=*|-display-error-number|-no-display-error-number) no_effect "$1" ;;
	-resource-usage|res-usage|-source-in-ptx|src-in-ptx) no_effect "$1" ;;
	-restrict|restrict|-time=*|time=*|-dlink-time-opt|dlto|-allow-unsupported-compiler|allow-unsupported-compiler) no_effect "$1" ;;
	-forward-unknown*|forward-unknown*|-extra-device-vectorization|extra-device-vectorization) no_effect "$1" ;;
	pg|-profile|rdynamic|fopenmp*|fPIC|fpic|-Werror=*|-Wext-lambda-captures-this) no_effect "$1" ;;
	*) return 1 ;;
	esac
}
