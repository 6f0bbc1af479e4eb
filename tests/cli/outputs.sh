# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# All tools write their outputs alike: links and special files are written into, what cannot be replaced
# is written in place, and an input is no output.
PATH=$PATH:/usr/sbin:/sbin
cp "$TOP/examples/vecadd.hsail" v.hsail
cp "$TOP/examples/ptx/saxpy-cuda.ptx" p.ptx
hsail-as v.hsail -o v.brig
hsail-fin v.brig -o v.o
hsa-ld v.o -o v.img
inputs='v.hsail v.brig v.o v.img p.ptx'
kinds='as dis dump fin asm ld map ptx run text cc cc-S cc-c'
write() { # KIND OUTPUT
	case $1 in
	as) hsail-as -f v.hsail -o "$2" ;;
	dis) brig-dis v.brig -o "$2" ;;
	dump) brig-dis --dump v.brig -o "$2" ;;
	fin) hsail-fin -f v.brig -o "$2" ;;
	asm) hsail-fin -S v.brig -o "$2" ;;
	ld) hsa-ld -f v.o -o "$2" ;;
	map) hsa-ld v.o -o map.img --map "$2" ;;
	ptx) ptx2hsail p.ptx -o "$2" ;;
	run) run --out c="$2" ;;
	text) run --text c="$2" ;;
	cc) hsaemu-cc v.hsail -o "$2" -Xhsa-ld -f ;;
	cc-S) hsaemu-cc -S p.ptx -o "$2" ;;
	cc-c) hsaemu-cc -c v.hsail -o "$2" ;;
	esac
}
run() { hsa-run v.img -k '&vecadd' --grid 9 -a f32[9]:1 -a f32[9]:2 -a c=f32[9] "$@"; }
input_of() {
	case $1 in
	as|cc|cc-c) echo v.hsail ;;
	dis|dump|fin|asm) echo v.brig ;;
	ld|map) echo v.o ;;
	ptx|cc-S) echo p.ptx ;;
	run|text) echo v.img ;;
	esac
}
wrong() { echo "$kind: $*"; exit 1; }
same() { # FILE
	cmp "$1" expected || wrong "$1"
}

mkdir plain
for kind in $kinds; do
	(cd plain && cp $(printf '../%s ' $inputs) . && write "$kind" out) || wrong 'no output'
	mv plain/out expected

	mkfifo pipe
	cat pipe >got &
	write "$kind" pipe
	wait
	same got
	[ -p pipe ] || wrong 'a FIFO was replaced'
	echo old >target
	ln -s target link
	ln -s link link2
	ln -s none dangling
	for link in link2 dangling; do
		write "$kind" $link
		[ -h $link ] || wrong 'a symbolic link was replaced'
	done
	same target
	same none
	echo old >one
	ln one two
	chmod 640 one
	write "$kind" one
	same two
	[ "$(stat -c %a,%h one)" = 640,2 ] || wrong 'mode or links are others'
	{ echo before; write "$kind" /dev/stdout; echo after; } >got
	{ echo before; cat expected; echo after; } | cmp - got || wrong /dev/stdout
	write "$kind" /dev/fd/9 9>got
	same got
	write "$kind" /dev/stdout | cat >got
	same got
	ln -s loop loop
	status=0
	write "$kind" loop 2>err || status=$?
	[ $status = 4 ] && grep -q 'loop: error: cannot create: Too many levels' err || wrong 'a loop of links'
	if mknod null c 1 3 2>/dev/null && : 2>/dev/null >null; then
		write "$kind" null
		[ -c null ] || wrong 'a device was replaced'
	fi

	# an input by any name is refused before it is harmed
	input=$(input_of "$kind")
	cp "$input" saved
	ln "$input" hard
	ln -s "$input" soft
	for name in "$input" "./$input" "$PWD/$input" hard soft; do
		status=0
		write "$kind" "$name" 2>err || status=$?
		[ $status = 2 ] && grep -q "error: input file '.*$input' is the same as output file" err ||
			wrong "status $status of output $name" "$(cat err)"
		cmp "$input" saved || wrong "$name was overwritten"
	done
	[ -z "$(find . -name '*tmp*')" ] || wrong "left: $(find . -name '*tmp*')"
	rm -f pipe target link link2 none dangling one two loop null hard soft got
done

# standard streams that are the same file, two outputs that are, response files, kept steps
refused() { # TEXT COMMAND...
	text=$1
	shift
	status=0
	"$@" >/dev/null 2>err || status=$?
	[ $status = 2 ] && grep -q "error: $text is the same as output file" err || { echo "$*"; cat err; exit 1; }
}
refused "input file '<stdin>'" hsail-as - -o v.hsail <v.hsail
cp v.hsail saved
! hsail-as -f v.hsail -o - >>v.hsail 2>err || exit 1
cmp v.hsail saved
refused "map file 'new'" hsa-ld v.o -o new --map new
refused "map file '-'" hsa-ld v.o -o - --map -
printf 'image "v.img"\nbuffer a u32[1]\nwrite a "x.run"\n' >x.run
refused "input file 'x.run'" hsa-run --run x.run
refused "input file 'p.ptx'" ptx2hsail --survey v.hsail p.ptx -o p.ptx
refused "input file 'p.ptx'" hsaemu-cc p.ptx -o new.img -Xhsa-ld --map=p.ptx
refused "input file 'p.ptx'" hsaemu-cc p.ptx -o new.img -Xhsa-ld --map -Xhsa-ld p.ptx
refused "input file 'p.ptx'" hsaemu-cc -x cl p.ptx -o new.img -MMD -MF p.ptx
cp p.ptx p.img
refused "input file 'p.img'" hsaemu-cc -x ptx p.img
cp p.ptx p.brig
refused "input file './p.brig'\|input file 'p.brig'" hsaemu-cc --save-temps -x ptx p.brig -o new.img
[ ! -e new.img ] && [ ! -e new ] || exit 1
echo v.hsail >args
refused "response file 'args'" hsail-as @args -o args
refused "response file 'args'" hsa-ld @args -o new --map args

# In a folder that nobody may write to, or whose files belong to others, as someone who is not root.
[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || exit 0
chmod 755 .
hsail-as v.hsail -o expected
mkdir closed sticky
for folder in closed sticky; do echo old >$folder/f; chmod 666 $folder/f; done
chmod 1777 sticky
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$BUILD/bin/hsail-as" - -o "$1" <v.hsail; }
as_nobody sticky/new 2>/dev/null || exit 0 # the way here is closed, too
for folder in closed sticky; do
	as_nobody $folder/f
	cmp expected $folder/f
	[ "$(stat -c %u $folder/f)" = 0 ]
done
! as_nobody closed/new 2>err || exit 1
grep -q 'closed/new: error: cannot create: Permission denied' err
chmod 444 sticky/f
! as_nobody sticky/f 2>err || exit 1
grep -q 'sticky/f: error: cannot open: Permission denied' err
