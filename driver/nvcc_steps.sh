# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What hsaemu-nvcc does with files: a part of hsaemu-nvcc, in sh.
# shellcheck disable=SC2034,SC2154

perform() { # COMMAND, quoted: a step, unless commands are only to be shown
	show "${1# }"
	[ -z "$dry" ] || return 0
	run "$1"
	[ $status = 0 ] || exit $status
}
perform_named() { # COMMAND, quoted: of a tool whose messages name files that are in between
	show "$1"
	[ -z "$dry" ] || return 0
	run "$1$color 2>$(quoted "$work/messages")"
	pass_named "$work/messages"
	[ $status = 0 ] || exit $status
}
deliver() { # FROM TO
	[ -n "$dry" ] || "$programs/deliver" "$1" "$2" || exit $?
}

# ---- the host's compilers ------------------------------------------------------------------------

find_host() { # WHAT-FOR: sets `cc`, which compiles, and `cxx`, which links
	name_host
	find_program found "$1" g++ "$cc"
	find_program found "$1" g++ "$cxx"
}
name_host() {
	host=${ccbin:-${NVCC_CCBIN-}}
	if [ -z "$host" ]; then
		cc=gcc cxx=g++
	elif [ -d "$host" ]; then
		cc=$host/gcc cxx=$host/g++
	else
		cc=$host
		name=${host##*/}
		case $name in
		*g++*|*c++*) cxx=$host ;;
		*gcc*|*clang*) cxx=${host%"$name"}$(printf '%s' "$name" | sed 's/gcc/g++/; s/clang/clang++/') ;;
		*) cxx=$host ;;
		esac
	fi
}
find_libstdcxx() { # sets `gcc_folder` to where clang finds the headers of a host's compiler that was named
	name_host
	gcc_folder=''
	[ -z "$host" ] || case ${cxx##*/} in
	*clang*) ;;
	*g++*|*c++*)
		start=$("$cxx" -print-file-name=crtbegin.o 2>/dev/null)
		[ ! -r "$start" ] || gcc_folder=${start%/*} ;;
	esac
}

refused_by_clang() { # WORD...: prints those that clang does not know; it is not asked about the common ones
	for word; do
		case $word in
		-fPI[CE]|-fpi[ce]|-fvisibility=*|-fopenmp*|-flto*|-O*|-g*|-W*|-w|-D*|-U*|-I*|-std=*|-pthread|-pg) ;;
		*) "$clang" '-###' -x c++ -c /dev/null -o /dev/null "$@" 2>&1 | sed -n \
			-e "s/.*error: unknown argument:* '\([^']*\)'.*/\1/p" -e "s/.*error: unsupported option '\([^']*\)'.*/\1/p" \
			-e "s/.*error: unsupported argument '[^']*' to option '\([^']*\)'.*/\1/p"
			return ;;
		esac
	done
}
# clang refuses some of g++'s options. Sets `to_clang` to the others, as it also does with what has a meaning for g++
# only: an object of -flto is none for another compiler's linker plugin.
filter_for_clang() {
	to_clang=''
	[ -n "$to_host" ] || return 0
	eval "set -- $to_host"
	refused=$(refused_by_clang "$@")
	for word; do
		case $word in
		-flto*|-fopenmp|-fopenmp=*|-Wl,*) continue ;;
		-W*) to_clang="$to_clang -Wno-unknown-warning-option" ;;
		esac
		known=1
		while IFS= read -r wrong; do
			[ -z "$wrong" ] || case $word in "$wrong"*) known='' ;; esac
		done <<-A
		$refused
		A
		if [ -n "$known" ]; then
			add to_clang "$word"
		else
			say "note: '$word' is not known to clang, which compiles the host code of CUDA C, and left out there"
		fi
	done
}

# OpenMP of clang calls LLVM's library, which has what g++'s calls do, too: all of a program is linked with it.
has_openmp() { case " $to_host " in *' -fopenmp '*|*' -fopenmp='*) ;; *) return 1 ;; esac; }
openmp_library() { # sets `openmp`, to nothing where there is none
	openmp=''
	has_openmp && command -v "${HSAEMU_CLANG:-clang-19}" >/dev/null || return 0
	openmp=$("${HSAEMU_CLANG:-clang-19}" -print-file-name=libomp.so)
	[ -r "$openmp" ] || openmp=''
}
take_openmp() {
	openmp_library
	if [ -n "$openmp" ]; then
		to_clang="$to_clang -fopenmp"
	elif has_openmp; then
		say 'note: OpenMP in the host code of CUDA C is left out without the Debian package libomp-19-dev'
	fi
}

device_words() { # sets `for_device` to those of the words for the host's compiler that change the language or warn
	for_device=''
	eval "set -- $to_host"
	for word; do
		case $word in
		-Wl,*|-Wa,*|-Wp,*) ;;
		-W*) add for_device "$word" -Wno-unknown-warning-option ;;
		-w|-pedantic|-D*|-U*|-I*|-std=*|-fno-exceptions|-fexceptions|-fno-rtti|-frtti| \
		-fsigned-char|-funsigned-char|-fms-extensions|-fshort-enums|-fpack-struct*|-fpermissive|-fchar8_t|-fno-char8_t| \
		-ftemplate-*|-fconstexpr-*|-ffile-prefix-map=*|-fmacro-prefix-map=*|-fdebug-prefix-map=*) add for_device "$word" ;;
		esac
	done
}

# ---- one file ------------------------------------------------------------------------------------

kind_of() { # FILE: sets `kind`
	case $1 in
	*.o|*.obj|*.a|*.lib|*.so|*.so.[0-9]*|*.lo) kind=object ; return ;;
	esac
	case $language:$1 in
	cu:*) kind=cuda ;;
	c:*) kind=c ;;
	c++:*) kind=c++ ;;
	*.cu) kind=cuda ;;
	*.c|*.i) kind=c ;;
	*.cc|*.cpp|*.cxx|*.c++|*.C|*.ii) kind=c++ ;;
	*.ptx) kind=ptx ;;
	*.cubin|*.fatbin|*.gpu) unsupported "'$1'; what kernels are made of is their source or PTX" ;;
	*) usage "cannot tell what '$1' is from its name; -x says it" ;;
	esac
}
stem_of() { # FILE: sets `stem`
	stem=${1##*/}
	case $stem in ?*.*) stem=${stem%.*} ;; esac
}
named() { # FILE SUFFIX: sets `result` to what is made of it
	stem_of "$1"
	result=$output
	[ -n "$result" ] || result=${folder_of_outputs:+$folder_of_outputs/}$stem.$2
	spare_inputs "$result"
}
spare_inputs() { # OUTPUT: which must be none of them, by whatever name
	# shellcheck disable=SC2046
	eval "set -- $(quoted "$1") $inputs"
	written=$1
	shift
	for read_too; do
		# shellcheck disable=SC3013
		[ ! -f "$read_too" ] || [ ! "$read_too" -ef "$written" ] || usage "input file '$read_too' is the same as output file"
	done
}

release='12.0' # of CUDA, whose version is that of cuda_runtime.h
cuda_macros="-D__CUDACC_VER_MAJOR__=${release%.*} -D__CUDACC_VER_MINOR__=${release#*.} -D__CUDACC_VER_BUILD__=140"
begin_host() { # c|c++: begins `command` with what compiles host code
	find_host 'host code'
	command=
	add command "$cc"
	[ "$1" = c ] || command="$command${standard:+ -std=$standard}$to_cxx"
	command="$command -D__CUDA_ARCH_LIST__=${arch_digits}0 -x $1 -D__NVCC__${host_level:+ $host_level}$to_host$to_all"
	add command -isystem "$share/cuda" -isystem "$share/hip"
	command="${command# } $cuda_macros"
	[ -z "$per_thread" ] || command="$command -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"
}
cuda_words() { # what both sides of CUDA C get
	case $standard in
	c++03|c++98) printf ' -std=gnu++11' ;; # which the headers need
	?*) printf ' %s' "-std=$standard" ;;
	esac
	printf '%s' "$to_cxx$to_all -D__CUDA_ARCH_LIST__=${arch_digits}0${rdc:+ -D__CUDACC_RDC__=1}"
	[ -z "$per_thread" ] || printf ' %s' -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1
}
begin_cuda() { # device|host SOURCE: begins `command` with what compiles one side of CUDA C
	begin_clang 'CUDA C'
	add_cuda "$1"
	add_overlay "$2"
	command="${command# }$(cuda_words)"
	if [ "$1" = device ]; then
		command="$command$for_device"
		return
	fi
	[ -z "$gcc_folder" ] || add command "--gcc-install-dir=$gcc_folder"
	[ -z "$per_thread" ] || command="$command -Xclang -fgpu-default-stream=per-thread"
	# programs check kernels by loops whose products are too large, and g++ leaves in them what clang computes otherwise
	command="$command -fwrapv${host_level:+ $host_level}$to_clang"
}
begin_device() { # begins `command` with a call of hsaemu-cc
	command=
	add command "$bin/hsaemu-cc" -x cuda -arch "compute_${arch#*_}"
	command="${command# }$to_device$(cuda_words)$for_device"
	[ -z "$color" ] || command="$command -fcolor-diagnostics"
}

names_of_rule() { # FILE OBJECT: sets `rule_file`, `rule_target` and the option that it is for, if a rule is wanted
	stem_of "$1"
	rule_file=${folder_of_outputs:+$folder_of_outputs/}$stem.d rule_target=$stem.o
	if [ "$phase" = object ]; then
		rule_target=$2
		[ -z "$output" ] || rule_file=${output%.*}.d
	fi
	rule_file=${depend_file:-$rule_file}
	named_by=${depend_name:+-MT}
	named_by=${named_by:--MQ} rule_target=${depend_name:-$rule_target}
	spare_inputs "$rule_file"
}
write_rule() { # FILE...: one of what clang wrote for each side; to `rule_file`
	skip=
	case $depend in -MM*) skip=$share/cuda/ ;; esac
	skip=$skip awk -v "phony=$depend_phony" -f "$share/merge_rules.awk" "$@" >"$work/rule" || exit 4
	deliver "$work/rule" "$rule_file"
}

compile_host() { # c|c++ FILE OBJECT
	begin_host "$1"
	case $depend in -M*D) names_of_rule "$2" "$3" && add command "$depend" -MF "$rule_file" "$named_by" "$rule_target" ${depend_phony:+-MP} ;; esac
	add command -m64 -c "$2" -o "$3"
	perform "$command"
}

folder_for() { # FILE: sets `folder` for what is between it and a result, and `stem`
	count=$((count + 1))
	folder=$work/$count
	{ [ -d "$folder" ] || mkdir "$folder"; } && printf '%s\n' "$1" >"$folder/source" || exit 4
	stem_of "$1"
}

# Both sides of CUDA C are compiled at the same time, the host's with a container that says nothing, in whose place
# the kernels come when they are there. What either side has to say is said once: both read the same text.
compile_cuda() { # FILE OBJECT
	folder_for "$1"
	begin_device
	unit=$(unit_of "$1" "$2")
	[ -z "$rdc" ] || add command "--unit=$unit"
	case $depend in -M*D) names_of_rule "$1" "$2" && add command "$depend" -MF "$folder/device.d" -MT x ;; esac
	[ -z "$keep" ] || add command "--save-temps=$folder/kept"
	add command --emit=container "$1" -o "$folder/$stem.fatbin"
	device_command=$command
	begin_cuda host "$1"
	case $depend in -M*D) add command "$depend" -MF "$folder/host.d" "$named_by" "$rule_target" ;; esac
	[ -z "$rdc" ] || add command -fgpu-rdc "-cuid=$unit" -Xclang "-cuid=$unit"
	[ -z "$color" ] || add command -fcolor-diagnostics
	add command -Xclang -fcuda-include-gpubinary -Xclang "$share/script.sh" -c "$1" -o "$folder/$stem.o"
	both_sides "$device_command" "$command"
	[ -n "$dry" ] || put_kernels "$folder/$stem.fatbin" "$folder/$stem.o"
	[ -z "$keep" ] || [ -n "$dry" ] || keep_files "$folder/$stem.fatbin" "$folder/kept/$stem".[!o]*
	case $depend in -M*D) [ -n "$dry" ] || write_rule "$folder/host.d" "$folder/device.d" ;; esac
	made=$folder/$stem.o
	[ -z "$2" ] || deliver "$made" "$2"
}
# nvcc's C++ of both sides (x.cu.cpp.ii). Here a compiler gets what clang made of the host code, with the kernels in it, as
# one statement.
compile_to_text() { # FILE RESULT
	folder_for "$1"
	begin_device
	[ -z "$rdc" ] || unsupported "'-cuda' with -rdc=true"
	add command --emit=container "$1" -o "$folder/$stem.fatbin"
	perform "$command"
	begin_cuda host "$1"
	add command -g0 -fno-addrsig -Xclang -fcuda-include-gpubinary -Xclang "$folder/$stem.fatbin" -S "$1" -o "$folder/$stem.s"
	perform "$command"
	[ -z "$dry" ] || return 0
	{
		printf '%s\n' '__asm__(R"hsaemu(' && cat "$folder/$stem.s" && printf '%s\n' '.text' ')hsaemu");'
	} >"$folder/text" || exit 4
	deliver "$folder/text" "$2"
}
unit_of() { # FILE OBJECT: what tells objects with -rdc=true apart
	printf '%s\n' "$PWD" "$1" "$2" "$to_cxx$to_all$to_host$to_device" | sha256sum | cut -c1-16
}

both_sides() { # DEVICE-COMMAND HOST-COMMAND
	show "$1"
	show "$2"
	[ -z "$dry" ] || return 0
	eval "exec $1" </dev/null 2>"$folder/device.messages" &
	device=$!
	child=$device
	{ use_large_pages && eval "exec $2"; } </dev/null 2>"$folder/host.messages" &
	child="$device $!"
	wait $!
	host_status=$?
	wait $device
	device_status=$?
	child=
	[ $host_status = 0 ] || {
		awk -f "$share/opencl/unsupported.awk" -f "$share/explain.awk" "$folder/host.messages" >"$folder/explained" ||
			host_status=$?
		mv "$folder/explained" "$folder/host.messages"
	}
	awk -f "$share/merge_messages.awk" "$folder/host.messages" "$folder/device.messages" >&2
	case $host_status:$device_status in
	0:*) status=$device_status ;;
	1:*|*:0) status=$host_status ;;
	*) status=$device_status ;;
	esac
	[ $status = 0 ] || [ -s "$folder/host.messages" ] || [ -s "$folder/device.messages" ] ||
		die 4 "cannot write temporary files in '${temporary:-/tmp}'"
	[ $status = 0 ] || exit $status
}

put_kernels() { # CONTAINER OBJECT: where there is host code for kernels
	section=.nv_fatbin
	[ -z "$rdc" ] || section=__nv_relfatbin
	grep -qF "$section" "$2" || return 0
	command=
	add command "$objcopy" --update-section "$section=$1" --set-section-alignment "$section=64"
	if [ -n "$rdc" ]; then # clang's name of the unit is that of the file, which there may be two of
		id=$(id_of "$1")
		printf '_nv_%s\0' "$id" >"$folder/id" && "$objcopy" --dump-section "__nv_module_id=$folder/old-id" "$2" "$folder/x.o" || exit 4
		old_id=$(tr -d '\0' <"$folder/old-id")
		add command --update-section "__nv_module_id=$folder/id"
		for name in __cudaRegisterLinkedBinary __fatbinwrap; do add command --redefine-sym "$name$old_id=${name}_nv_$id"; done
	fi
	add command "$2"
	perform "${command# }"
}
id_of() { # CONTAINER: as cuda-pack has it, the first digits of its sum
	od -An -tx1 -j32 -N8 "$1" | tr -d ' \n'
}
keep_files() { # FILE...
	mkdir -p "$keep_folder" || exit 4
	for kept; do deliver "$kept" "$keep_folder/${kept##*/}"; done
}

# ---- files that are no objects -------------------------------------------------------------------

make_device() { # ptx|container FILE RESULT
	[ "$kind" = cuda ] || [ "$1:$kind" = container:ptx ] || usage "no $suffix is made of '$2'"
	begin_device
	[ "$kind" = cuda ] || command="$(quoted "$bin/hsaemu-cc") -arch $arch$to_device"
	case $depend in -M*D) rule_file=${depend_file:-${3%.*}.d} && add command "$depend" -MF "$rule_file" -MT "${depend_name:-$3}" ;; esac
	[ "$1" != container ] || [ -z "$rdc" ] || add command "--unit=$(unit_of "$2" "$3")"
	add command "--emit=$1" "$2" -o "$3"
	perform "$command"
}
preprocess() { # FILE
	case $kind in
	cuda) begin_cuda device "$1" ;;
	c|c++) begin_host "$kind" ;;
	*) usage "'$1' is no source" ;;
	esac
	add command -E "$1"
	[ -z "$output" ] || add command -o "$output"
	perform "$command"
}
list_included() { # FILE
	case $kind in
	cuda) sides='host device' ;;
	c|c++) sides=$kind ;;
	*) usage "'$1' is no source" ;;
	esac
	names_of_rule "$1" ''
	for side in $sides; do
		case $side in c|c++) begin_host "$side" ;; *) begin_cuda "$side" "$1" ;; esac
		add command "$depend" "$named_by" "$rule_target" -MF "$work/$side.d" "$1"
		perform "$command"
	done
	rule_file=${depend_file:-${output:--}}
	[ -n "$dry" ] || write_rule "$work"/*.d
	rm -f "$work"/*.d
}

# ---- links ---------------------------------------------------------------------------------------

static_libraries() { # prints those archives that the linker would find for -l in folders of the command line
	eval "set -- $libraries"
	for library; do
		name=${library#-l}
		eval "set -- $library_folders"
		for place; do
			place=${place#-L}
			case $name in
			:*) [ ! -f "$place/${name#:}" ] || { printf '%s\n' "$place/${name#:}" && break; } && continue ;;
			esac
			[ ! -e "$place/lib$name.so" ] || break
			[ ! -f "$place/lib$name.a" ] || { printf '%s\n' "$place/lib$name.a" && break; }
		done
	done
}
# The kernels of objects that were compiled with -rdc=true become one image, which a file of C registers when the host
# code of all of them has asked for it. Sets `linked` to its object, or to nothing where there are none.
link_device() { # OBJECT|ARCHIVE...
	linked=''
	command=
	for linked_file; do case $linked_file in *.so|*.so.[0-9]*) ;; *) add command "$linked_file" ;; esac; done
	static_libraries >"$work/archives"
	while IFS= read -r linked_file; do add command "$linked_file"; done <"$work/archives"
	[ -n "$command" ] || return 0
	rm -rf "$work/units"
	mkdir "$work/units" || exit 4
	perform "$(quoted "$programs/cuda-pack") --unpack=$(quoted "$work/units")$command >$(quoted "$work/list")"
	[ -z "$dry" ] && [ -s "$work/list" ] || return 0
	objects='' members='' unit_arch=''
	: >"$work/units.def"
	while read -r id name linked_file; do
		add objects "$work/units/$id.o"
		add members --ptx "$work/units/$id.ptx"
		case $linked_file in "$work"/*) linked_file=$(cat "${linked_file%/*}/source") ;; esac
		replaces "$work/units/$id.o" "$linked_file"
		unit_arch=${unit_arch:-$name}
		echo "UNIT(_nv_$id, \"$id\")" >>"$work/units.def" || exit 4
	done <"$work/list"
	[ "$(wc -l <"$work/list")" -lt 64 ] || members='' # a container has room for 64
	perform_named "$(quoted "$bin/hsa-ld")$objects -o $(quoted "$work/image")"
	perform "$(quoted "$programs/cuda-pack") -arch=$unit_arch --image $(quoted "$work/image")$members -o $(quoted "$work/linked.fatbin")"
	make_linked "-DUNITS=\"$work/units.def\"" "-DCONTAINER=\"$work/linked.fatbin\""
	[ -z "$keep" ] || keep_files "$work/linked.fatbin"
}
make_linked() { # DEFINITION...: sets `linked`
	linked=$work/linked.o
	command=
	add command "$cc" -x c -std=gnu11 -O1 -fPIC "$@" -c "$share/linked_units.c" -o "$linked"
	perform "${command# }"
}

link_program() { # RESULT FILE...
	program=$1
	shift
	openmp_library
	linked=''
	[ -z "$device_link" ] || link_device "$@"
	command=
	add command "$cxx"
	command="${command# }$to_host -m64 -Wl,--start-group"
	[ -z "$linked" ] || add command "$linked"
	add command "$@"
	[ -z "$openmp" ] || add command "$openmp" "-Wl,-rpath,${openmp%/*}"
	# before those of the command line, which may name a toolkit of NVIDIA's
	[ "$cudart" = none ] || add command "-Wl,-rpath,$toolkit/lib64"
	command="$command$linker_words${shared:+ -shared} $library_words$library_folders$libraries"
	case $cudart in
	shared) command="$command -lcudart" ;;
	static) command="$command -lcudart_static -lrt -lpthread -ldl" ;;
	esac
	command="$command -Wl,--end-group"
	add command -o "$work/program"
	perform "$command"
	deliver "$work/program" "$program"
}
make_archive() { # RESULT FILE...
	program=$1
	shift
	[ -n "$dry" ] || [ ! -f "$program" ] || cp "$program" "$work/program.a" || exit 4
	command=
	add command "${archiver:-$("$cc" -print-prog-name=ar)}"
	command="${command# }${archiver_words:+$archiver_words}"
	[ -n "$archiver_words" ] || command="$command cr"
	add command "$work/program.a" "$@"
	perform "$command"
	deliver "$work/program.a" "$program"
}
