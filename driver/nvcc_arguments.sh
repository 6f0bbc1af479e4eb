# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-nvcc's arguments, which are nvcc's: a part of hsaemu-nvcc, in sh.
#
# Each option is put into a list of words for those that it is for: `to_all` compilers, `to_cxx` those of C++, `to_device`
# hsaemu-cc, `to_host` the host's compiler, which also links. What tunes a GPU's machine code is of no effect, and not noted.
# shellcheck disable=SC2034,SC2154

phase=link suffix='' output='' folder_of_outputs='' language='' inputs='' rdc='' shared='' run_it='' run_words=''
standard='' to_all='' to_cxx='' to_device='' to_host='' host_level='' cudart=static ccbin='' archiver='' archiver_words='' device_link=1
library_folders='' libraries='' linker_words='' verbose='' dry='' keep='' keep_folder=. per_thread=''
depend='' depend_file='' depend_name='' depend_phony='' linker='' forward_compiler='' forward_linker='' debug=''
arch=sm_75 arch_number=''

split_at_commas() { # TEXT: a line for each; \, is a comma
	printf '%s\n' "$1" | sed 's/\\,/\x01/g; s/,/\n/g' | tr '\001' ','
}
add_list() { # VARIABLE OPTION TEXT: the option again before each; "-D" and "-D " differ
	while IFS= read -r list_value; do
		case $2 in
		*' ') add "$1" "${2% }" "$list_value" ;;
		*) add "$1" "$2$list_value" ;;
		esac
	done <<-A
	$(split_at_commas "$3")
	A
}
add_host_words() { # VARIABLE TEXT: with commas or blanks between; quotes are as in a shell
	host_words=$(split_at_commas "$2" | tr '\n' ' ' | words_of "'$2'") || exit $?
	eval "$1=\"\${$1} \${host_words% }\""
}
true_or_false() { one_of "${1%%=*}" "${1#*=}" true false; }

wants_value() { # OPTION, and the argument behind it
	case $1 in
	-o|-x|-D|-U|-I|-l|-L|-include|-isystem|-arch|-MF|-MT|-MQ|-Xcompiler|-Xfatbin|-Xhsail-fin|-Xptx2hsail|--dependency-file) return 0 ;;
	esac
	nvcc_wants_value "$@"
}
take() { # OPTION: false when it is none
	take_phase "$1" || take_side "$1" || take_code "$1" || take_file "$1" || take_link "$1" || take_refused "$1" || take_other "$1"
}

take_phase() { # what is made
	case ${1#-} in
	-compile|c) phase=object ;;
	-device-c|dc) phase=object rdc=1 ;;
	-device-w|dw) phase=object rdc='' ;;
	-device-link|dlink) phase=dlink ;;
	-link|link) phase='link' ;;
	-lib|lib) phase=lib ;;
	-run|run) phase='link' run_it=1 ;;
	-ptx|ptx) phase=ptx suffix=ptx ;;
	-cubin|cubin) phase=container suffix=cubin ;;
	-fatbin|fatbin) phase=container suffix=fatbin ;;
	-cuda|cuda) phase=text suffix=cu.cpp.ii ;;
	-preprocess|E) phase=preprocess ;;
	-generate-dependencies|M) phase=depend depend=-M ;;
	-generate-nonsystem-dependencies|MM) phase=depend depend=-MM ;;
	-relocatable-device-code=*|rdc=*) true_or_false "$1" && case $1 in *=true) rdc=1 ;; *) rdc='' ;; esac ;;
	-shared|shared) shared=1 ;;
	-dryrun|dryrun) verbose=1 dry=1 ;;
	-verbose|v) verbose=1 ;;
	-keep|keep|-save-temps|save-temps) keep=1 ;;
	-keep-dir=*|keep-dir=*) keep=1 keep_folder=${1#*=} ;;
	*) return 1 ;;
	esac
}

take_side() { # what one side of CUDA C is compiled with
	case ${1#-} in
	-gpu-architecture=*|arch=*|-arch=*) add_arch "${1#*=}" ;;
	-generate-code=*|gencode=*)
		code=${1#*arch=}
		add_arch "${code%%,*}" ;;
	-use_fast_math|use_fast_math) add to_device "$1" ;;
	-ftz=*|ftz=*|-fmad=*|fmad=*|-prec-div=*|prec-div=*|-prec-sqrt=*|prec-sqrt=*) true_or_false "$1" && add to_device "$1" ;;
	-ptxas-options=*|Xptxas=*) for code in $(split_at_commas "${1#*=}"); do
		case $code in -O[0-9]) add to_device "$code" ;; esac
		done ;;
	mcpu=*|mattr=*|-simd=*) add to_device "$1" ;;
	Xhsail-fin=*|Xptx2hsail=*) add to_device "${1%%=*}" "${1#*=}" ;;
	-debug|g) debug=1 && add to_host -g && add to_device -g ;;
	-device-debug|G|-generate-line-info|lineinfo) add to_device -g ;;
	-optimize=*|O=*) host_level=-O${1#*=} && check_level ;;
	O[0-9sgz]*|Ofast) host_level=$1 && check_level ;;
	-compiler-options=*|Xcompiler=*) add_host_words to_host "${1#*=}" ;;
	-profile|pg) add to_host -pg ;;
	-default-stream=*|default-stream=*)
		one_of "${1%%=*}" "${1#*=}" legacy null per-thread
		case $1 in *=per-thread) per_thread=1 ;; *) per_thread='' ;; esac ;;
	*) return 1 ;;
	esac
}
check_level() {
	case $host_level in
	-O[0-9]|-O[1-9][0-9]|-O[sgz]|-Ofast) ;;
	*) usage "'$host_level' is no optimization level (-O0|1|2|3|g|s|z|fast)" ;;
	esac
}

take_code() { # what both sides are compiled with
	case ${1#-} in
	-define-macro=*|D=*) add_list to_all -D "${1#*=}" ;;
	D?*) add_list to_all -D "${1#-D}" ;;
	-undefine-macro=*|U=*) add_list to_all -U "${1#*=}" ;;
	U?*) add_list to_all -U "${1#-U}" ;;
	-include-path=*|I=*) add_list to_all -I "${1#*=}" ;;
	I?*) add_list to_all -I "${1#-I}" ;;
	-system-include=*|isystem=*) add_list to_all '-isystem ' "${1#*=}" ;;
	-pre-include=*|include=*) add_list to_all '-include ' "${1#*=}" ;;
	-std=*|std=*) standard=${1#*=} ;;
	-ftemplate-depth=*|ftemplate-depth=*|-ftemplate-backtrace-limit=*|ftemplate-backtrace-limit=*) add to_cxx "-${1#"${1%%[!-]*}"}" ;;
	-no-exceptions|noeh) add to_cxx -fno-exceptions ;;
	-expt-relaxed-constexpr|expt-relaxed-constexpr) add to_cxx -D__CUDACC_RELAXED_CONSTEXPR__=1 ;;
	-extended-lambda|extended-lambda|-expt-extended-lambda|expt-extended-lambda) add to_cxx -D__CUDACC_EXTENDED_LAMBDA__=1 ;;
	-disable-warnings|w) add to_all -w ;;
	-Wreorder|Wreorder) add to_cxx -Wreorder ;;
	-Wno-deprecated-declarations|Wno-deprecated-declarations) add to_all -Wno-deprecated-declarations ;;
	-Werror=*|Werror=*) for code in $(split_at_commas "${1#*=}"); do
		case $code in
		all-warnings) add to_all -Werror ;;
		reorder|deprecated-declarations) add to_cxx "-Werror=$code" ;;
		cross-execution-space-call|default-stream-launch|missing-launch-bounds|ext-lambda-captures-this) ;;
		*) one_of "${1%%=*}" "$code" all-warnings cross-execution-space-call default-stream-launch \
			deprecated-declarations ext-lambda-captures-this missing-launch-bounds reorder ;;
		esac
		done ;;
	*) return 1 ;;
	esac
}

take_file() { # what is read and written
	case ${1#-} in
	-x=*|x=*) language=${1#*=} && one_of -x "$language" c c++ cu ;;
	-output-file=*|o=*) output=${1#*=} ;;
	-output-directory=*|odir=*) folder_of_outputs=${1#*=} ;;
	-generate-dependencies-with-compile|MD) depend=-MD ;;
	-generate-nonsystem-dependencies-with-compile|MMD) depend=-MMD ;;
	-generate-dependency-targets|MP) depend_phony=1 ;;
	-dependency-output=*|-dependency-file=*|MF=*) depend_file=${1#*=} ;;
	-dependency-target-name=*|MT=*|MQ=*) depend_name=${1#*=} ;;
	*) return 1 ;;
	esac
}

take_link() {
	case ${1#-} in
	-linker-options=*|Xlinker=*)
		add_host_words linker "${1#*=}"
		eval "set -- $linker"
		linker=
		for word; do add linker_words -Xlinker "$word"; done ;;
	-library=*|l=*) add_list libraries -l "${1#*=}" ;;
	-library-path=*|L=*) add_list library_folders -L "${1#*=}" ;;
	L?*) add_list library_folders -L "${1#-L}" ;;
	-cudart=*|cudart=*) cudart=${1#*=} && one_of "${1%%=*}" "$cudart" none shared static ;;
	-compiler-bindir=*|ccbin=*) ccbin=${1#*=} ;;
	-archiver-binary=*|arbin=*) archiver=${1#*=} ;;
	-archive-options=*|Xarchive=*) add_host_words archiver_words "${1#*=}" ;;
	-no-device-link|nodlink) device_link='' ;;
	-run-args=*|run-args=*) add_host_words run_words "${1#*=}" ;;
	-forward-unknown-to-host-compiler|forward-unknown-to-host-compiler) forward_compiler=1 ;;
	-forward-unknown-to-host-linker|forward-unknown-to-host-linker) forward_linker=1 ;;
	-forward-unknown-opts|forward-unknown-opts) forward_compiler=1 forward_linker=1 ;;
	*) return 1 ;;
	esac
}

take_refused() {
	case ${1#-} in
	-optix-ir|optix-ir|-ltoir|ltoir|-relocatable-link|r|-clean-targets|clean|-sanitize=*|sanitize=*| \
	-fdevice-syntax-only|fdevice-syntax-only)
		unsupported "'${1%%=*}'" ;;
	m32|-m32|-machine=*|m=*) case $1 in *=64) ;; *) unsupported "'$1'; there are programs of 64 bits only" ;; esac ;;
	*) return 1 ;;
	esac
}

take_other() { # of no effect: what is for a GPU's machine code, or nvcc itself
	case ${1#-} in
	m64|-m64|-gpu-code=*|-code=*|code=*|-entries=*|e=*|-maxrregcount=*|maxrregcount=*|-restrict|restrict) ;;
	-nvlink-options=*|Xnvlink=*|Xcudafe=*|Xfatbin=*|-cudadevrt=*|cudadevrt=*|-lto|lto|-dlink-time-opt|dlto|-gen-opt-lto|gen-opt-lto) ;;
	-threads=*|t=*|t[0-9]*|-split-compile=*|split-compile=*|-split-compile-extended=*|split-compile-extended=*) ;;
	-libdevice-directory=*|ldir=*|-target-directory=*|target-dir=*|-objdir-as-tempdir|objtemp|-jobserver|jobserver) ;;
	-use-local-env|use-local-env|-force-cl-env-setup|force-cl-env-setup|-dont-use-profile|noprof) ;;
	-input-drive-prefix=*|idp=*|-dependency-drive-prefix=*|ddp=*|-drive-prefix=*|dp=*|-no-align-double) ;;
	-diag-suppress=*|diag-suppress=*|-diag-error=*|diag-error=*|-diag-warn=*|diag-warn=*) ;;
	-display-error-number|err-no|-no-display-error-number|no-err-no|-brief-diagnostics=*|brief-diag=*) ;;
	-optimization-info=*|opt-info=*|-resource-usage|res-usage|-source-in-ptx|src-in-ptx|-fdevice-time-trace=*|fdevice-time-trace=*) ;;
	-Ofast-compile=*|Ofc=*|-dopt=*|dopt=*|-jump-table-density=*|jtd=*|-device-stack-protector=*|device-stack-protector=*) ;;
	-time=*|time=*|-allow-unsupported-compiler|allow-unsupported-compiler|-extra-device-vectorization|extra-device-vectorization) ;;
	-no-host-device-initializer-list|nohdinitlist|-no-host-device-move-forward|nohdmoveforward) ;;
	-static-global-template-stub=*|static-global-template-stub=*|-keep-device-functions|keep-device-functions) ;;
	-device-entity-has-hidden-visibility=*|device-entity-has-hidden-visibility=*|-frandom-seed=*|frandom-seed=*) ;;
	-extensible-whole-program|ewp|-compile-as-tools-patch|astoolspatch|-qpp-config=*|qpp-config=*) ;;
	-no-compress|no-compress|-compress-mode=*|compress-mode=*|-relocatable-ptx|reloc-ptx) ;;
	-host-linker-script=*|hls=*|-augment-host-linker-script|aug-hls|-Wno-deprecated-gpu-targets|Wno-deprecated-gpu-targets) ;;
	-Wdefault-stream-launch|Wdefault-stream-launch|-Wmissing-launch-bounds|Wmissing-launch-bounds) ;;
	-Wext-lambda-captures-this|Wext-lambda-captures-this) ;;
	l?*) # a library, unless it is another option mistyped
		similar=$(echo -lineinfo | similar_to "$1")
		[ -z "$similar" ] || die 2 "unknown option '$1'$similar"
		add_list libraries -l "${1#-l}" ;;
	*) return 1 ;;
	esac
}

take_unknown() { # OPTION
	[ -z "$forward_compiler" ] || add to_host "$1"
	[ -z "$forward_linker" ] || [ -n "$forward_compiler" ] || add linker_words "$1"
	[ -z "$forward_compiler$forward_linker" ] || return 0
	case $1 in
	-pthread|-static|-rdynamic|-pedantic|-ansi|-fPI[CE]|-fpi[ce]|-fopenmp|-W[ael]*|-march=*|-mtune=*) ;;
	*)
		similar=$(known_options | similar_to "${1%%=*}")
		[ -z "$similar" ] || die 2 "unknown option '${1%%=*}'$similar" ;;
	esac
	case $1 in
	-f*|-W*|-m*|-pthread|-static|-rdynamic|-pedantic|-ansi) die 2 "unknown option '$1'; -Xcompiler gives options to the host's compiler" ;;
	esac
	usage "unknown option '$1'"
}

take_arguments() { # ARGUMENT...
	while [ $# -gt 0 ]; do
		arg=$1
		shift
		if wants_value "$arg" "${1-}"; then
			[ $# -gt 0 ] || usage "option '$arg' needs a value"
			arg=$arg=$1
			shift
		elif [ "$arg" = -O ]; then
			case ${1-} in [0-9]|[0-9][0-9]) arg=-O$1 && shift ;; *) arg=-O1 ;; esac
		fi
		case $arg in
		-optf=*|--options-file=*|@?*)
			case $arg in @*) arg=${arg#@} ;; *) arg=${arg#*=} ;; esac
			file_words=$(split_at_commas "$arg" | while IFS= read -r file; do words_of_file "$file" || exit $?; done) || exit $?
			eval "set -- $file_words \"\$@\"" ;;
		--toolkit) to_stdout printf '%s\n' "$toolkit" && exit ;;
		-h|--help) to_stdout help && exit ;;
		--help=env) to_stdout help_env && exit ;;
		-V|--version) to_stdout version && exit ;;
		-arch-ls|--list-gpu-arch) to_stdout virtual_gpus compute && exit ;;
		-code-ls|--list-gpu-code) to_stdout virtual_gpus sm && exit ;;
		-) usage "standard input is no file for $tool" ;;
		-*) take "$arg" || take_unknown "$arg" ;;
		*) add inputs "$arg" ;;
		esac
	done
}
