# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The kinds of tests, for tests/run. A kind's function runs in the folder of the test under `set -eu`;
# $1 is the test file, $B its name without suffix, $W an empty temporary folder.

find_kind() { # FILE: sets `kind` to the function that runs a test, to nothing for files that belong to one
	kind=''
	case $1 in
	tests/lib/*/*|tests/hsa/*/*) ;; # of a script of the folder's name
	tests/unit/test_*.c|tests/rt/*.c|tests/lib/*.c|tests/hsa/*.c|tests/opencl/*.c|tests/cuda/*.c) kind=program ;;
	tests/fuzz/fuzz_*.c) kind=corpus ;;
	tests/lint/run) kind=lint ;;
	tests/kinds.sh|tests/lint/*) ;;
	tests/*.sh) kind=script ;;
	tests/cli/*.help) kind=help ;;
	tests/asm/*.hsail) kind=asm ;;
	examples/*.hsail) kind=roundtrip ;;
	tests/brig/*.hex) kind=brig ;;
	tests/fin/*.hsail) kind=fin ;;
	tests/exec/*.run|examples/*.run) kind=execute ;;
	tests/ptx/*.ptx) kind=ptx ;;
	esac
}

program() {
	case $1:$BUILD in tests/unit/*/tsan) echo "Criterion does not run under TSan"; exit 77 ;; esac
	[ -e /usr/include/criterion/criterion.h ] || case $1 in
	tests/unit/*) echo "libcriterion-dev is not installed"; exit 77 ;;
	esac
	cd "$W"
	# they let one call after the other fail, also in the midst of a compilation, which must be one
	HSAEMU_CACHE=0 "$BUILD/${1%.c}"
}

script() { # its working folder is the temporary one, $T its own
	T=$PWD
	export T
	cd "$W"
	sh -eu "$TOP/$1"
}

lint() { # once, it does not depend on the mode
	case $BUILD in *release) cd "$TOP" && tests/lint/run ;; *) echo "is done in release mode"; exit 77 ;; esac
}

help() { # what TOOL --help prints
	"$B" --help >"$W/help"
	golden "$W/help" "$B.help"
}

unhex() { # commented hex to bytes
	perl -ne 's/#.*//; s/\s//g; print pack "H*", $_' "$1"
}

importer() { # an image that imports a variable, by code and by an initial value
	cat >importer.hsail <<-'END'
		module &importer:1:0:$full:$large:$default;
		decl prog global_u32 &far[4];
		prog global_u64 &pointer;
		pragma "hsaemu.address", &pointer, 0, &far, 8;
		prog kernel &k() { ld_global_u32 $s0, [&far]; st_global_u32 $s0, [&far][4]; };
	END
	hsail-as importer.hsail -o importer.brig
	hsail-fin importer.brig -o importer.o
	hsa-ld --imports importer.o -o "$1"
}

gpu_objects() { # into a folder, where there is clang
	command -v clang-19 >/dev/null || return 0
	for f in "$TOP"/tests/gcn/objects/*.cl "$TOP/tests/gcn/adopted/kernels.cl"; do
		clang-19 --target=amdgcn-amd-amdhsa -mcpu=tahiti -nogpulib -x cl -cl-std=CL1.2 -O2 -gdwarf-4 \
			-cl-kernel-arg-info -c "$f" -o "$1/$(basename "$f").o"
	done
}

cuda_containers() { # into a folder: a container of two members, and fat binaries of each packing
	perl -e '
		sub put { open(my $f, ">", "$ARGV[0]/$_[0]") or die; print $f $_[1]; }
		my $text = ".version 8.0\n.target sm_80\n.address_size 64\n";
		my $rows = pack("L2Q3", 2, 80, 128, length $text, 0) . pack("L2Q3", 1, 80, 192, 16, 0);
		my $members = pack("a64a16", $text, "image");
		put("c.two", "cHSAcuda\0" . pack("L2QL2x32", 1, 1, 64 + length("$rows$members"), 2, 0) . $rows . $members);
		my $lz4 = chr(0xf0) . chr(length($text) - 15) . $text;
		my %packed = (0 => $text, 1 << 13 => $lz4, 1 << 15 => "\x28\xb5\x2f\xfd");
		for my $flags (keys %packed) {
			my $m = $packed{$flags};
			my $head = pack("S2LQL2S2L3Q3", 1, 0x101, 64, length $m, length $m, 0, 0, 8, 80, 0, 0, $flags, 0, length $text);
			put("r.fat$flags", "r" . pack("LS2Q", 0xba55ed50, 1, 16, length "$head$m") . $head . $m);
		}' "$1"
}

seeds() { # into ./seeds: the test inputs of a fuzz target's kind, some made by the tools
	mkdir seeds
	case $1 in
	brig|module)
		for f in "$TOP"/examples/*.hsail; do hsail-as "$f" -o "seeds/$(basename "$f").brig"; done
		for f in "$TOP"/tests/brig/*.hex; do unhex "$f" >"seeds/$(basename "$f").brig"; done ;;
	code)
		hsail-as "$TOP/examples/vecadd.hsail" -o a.brig
		hsail-as "$TOP/tests/hsa/clients/biased.hsail" -o b.brig
		for f in a b; do hsail-fin $f.brig -o $f.o; hsa-ld --imports $f.o -o seeds/$f.img; done ;;
	load|lines)
		hsail-as -g "$TOP/examples/vecadd.hsail" -o a.brig
		hsail-fin -g --profile a.brig -o a.o
		hsa-ld a.o -o a.img
		cp a.img seeds
		[ "$1" = lines ] || importer seeds/imports.img
		[ "$1" = load ] || objcopy --dump-section .debug_line=seeds/a.img a.img a.copy
		if [ "$1" = lines ] && command -v clang-19 >/dev/null; then # version 5, and its names
			echo 'int f(int x) { return x + 1; }' | clang-19 -gdwarf-5 -x c -c - -o c.o
			objcopy --dump-section .debug_line=c.lines --dump-section .debug_line_str=c.names c.o c.copy
			cat c.lines c.names >seeds/c
		fi ;;
	gcn) # code, and objects where there is clang
		printf '\200\002\000~\377\003\200\276xV4\022\0\0\006\322\376\377\002@\0\0\201\277' >seeds/code
		gpu_objects seeds ;;
	device)
		gpu_objects seeds
		hsail-as -g "$TOP/examples/vecadd.hsail" -o a.brig
		hsail-fin -g -mcpu=native,gfx600 a.brig -o a.o
		hsa-ld a.o -o seeds/a.img ;;
	metadata) # what is behind the notes' heads, of 20 bytes
		command -v clang-19 >/dev/null || return 0
		echo 'kernel void k(global int *p, constant float4 *q, local char *l, long n, half2 h) { *p = n; }' >k.cl
		for version in 4 5; do
			clang-19 --target=amdgcn-amd-amdhsa -mcpu=tahiti -nogpulib -x cl -cl-kernel-arg-info \
				-mcode-object-version=$version -c k.cl -o k$version.o
		done
		for f in *.o; do
			llvm-objcopy-19 --dump-section .note=note "$f" copy
			tail -c +21 note >"seeds/$f"
		done ;;
	model)
		for m in tahiti multi2sim; do hsa-run --deep=$m --print-model >seeds/$m; done ;;
	opencl)
		hsail-as "$TOP/examples/vecadd.hsail" -o a.brig
		hsail-fin a.brig -o a.o
		hsa-ld a.o -o a.img
		for f in a.img a.brig; do { printf b; cat $f; } >seeds/b.$f; done
		for k in i o; do { printf $k; cat a.img; } >seeds/$k.img; done
		{
			printf 'lHSAemuLT\002\0\0\0\0\0\0\0'
			perl -e 'print pack "Q<", -s $ARGV[0]' a.img
			cat a.img a.brig
		} >seeds/late ;;
	cuda)
		hsail-as "$TOP/examples/vecadd.hsail" -o a.brig
		hsail-fin a.brig -o a.o
		hsa-ld a.o -o a.img
		{ printf r; cat "$TOP/examples/ptx/saxpy.ptx"; } >seeds/r.ptx
		{ printf r; cat a.img; } >seeds/r.img
		cuda_containers seeds ;;
	image|link)
		hsail-as "$TOP/examples/vecadd.hsail" -o a.brig
		hsail-fin a.brig -o seeds/a.o
		hsa-ld seeds/a.o -o seeds/a.img
		importer seeds/imports.img
		cp "$BUILD/lib/libhsahelpers.a" seeds ;;
	esac
	find "$TOP/tests" "$TOP/examples" \( -path "*/fuzz/corpus/$1/*" -o -name "*.$1" \) -type f \
		-exec cp --backup=numbered -t seeds {} +
}

corpus() { # a fuzz target over its seeds; under libFuzzer for FUZZ_SECONDS
	cd "$W"
	seeds "${B#fuzz_}"
	case $BUILD in
	*fuzz) "$BUILD/${1%.c}" -max_total_time="${FUZZ_SECONDS:-60}" -artifact_prefix="$BUILD/$B." seeds ;;
	*) "$BUILD/${1%.c}" seeds/* ;;
	esac
}

refused() { # status and text of a refusal
	want=1
	grep 'error: ' "$B.err" | grep -qv 'error: unsupported: ' || want=3
	golden "$W/err" "$B.err"
	[ "$1" = $want ] || { echo "exit status $1, expected $want"; return 1; }
}

asm() {
	status=0
	# shellcheck disable=SC2046
	hsail-as $(cat "$B.flags" 2>/dev/null) "$B.hsail" -o "$W/a.brig" 2>"$W/err" || status=$?
	if [ -f "$B.err" ]; then
		refused $status
		[ ! -e "$W/a.brig" ] || { echo "an output was left behind"; return 1; }
	else
		cat "$W/err"
		brig-dis "$W/a.brig" -o "$W/dis"
		golden "$W/dis" "$B.dis"
		hsail-as "$W/dis" -o "$W/b.brig"
		cmp "$W/a.brig" "$W/b.brig"
	fi
}

roundtrip() {
	hsail-as "$B.hsail" -o "$W/a.brig"
	brig-dis "$W/a.brig" -o "$W/a.hsail"
	hsail-as "$W/a.hsail" -o "$W/b.brig"
	cmp "$W/a.brig" "$W/b.brig"
}

brig() { # commented hex: refused with x.err, or dumped as x.dump
	unhex "$B.hex" >"$W/$B.brig"
	status=0
	if [ -f "$B.dump" ]; then
		(cd "$W" && brig-dis --dump "$B.brig" -o dump)
		golden "$W/dump" "$B.dump"
	else
		(cd "$W" && brig-dis "$B.brig" -o dis 2>err) || status=$?
		refused $status
	fi
}

fin() {
	hsail-as "$B.hsail" -o "$W/a.brig"
	# shellcheck disable=SC2046
	hsail-fin $(cat "$B.flags" 2>/dev/null || echo --emit=llvm-ir) "$W/a.brig" -o "$W/out"
	FileCheck --dump-input-context=20 "$B.hsail" <"$W/out"
}

execute() { # a run file, which names its image or source
	# shellcheck disable=SC2046
	hsa-run $(cat "$B.flags" 2>/dev/null) --run "$B.run" >"$W/out"
	[ ! -f "$B.ref" ] || golden "$W/out" "$B.ref"
}

ptx() {
	status=0
	# shellcheck disable=SC2046
	ptx2hsail $(cat "$B.flags" 2>/dev/null) "$B.ptx" -o "$W/out.hsail" 2>"$W/err" || status=$?
	if [ -f "$B.err" ]; then
		refused $status
	else
		cat "$W/err"
		golden "$W/out.hsail" "$B.hsail"
		hsail-as "$W/out.hsail" -o "$W/out.brig"
	fi
}
