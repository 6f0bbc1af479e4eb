# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Members are pulled when needed, also by other members, and only then.
. "$T/../cli/common.subr"
cat >main.s <<'END'
	.globl start
	.text
start:	jmp first@PLT
END
for f in first:second second:third third: unused:missing; do
	name=${f%:*} next=${f#*:}
	{ echo "	.globl $name"; echo "$name:"; [ -z "$next" ] || echo "	jmp $next@PLT"; echo "	ret"; } >$name.s
done
for f in *.s; do as $f -o ${f%.s}.o; done
ar rc libx.a unused.o third.o second.o
ar rc liby.a first.o
hsa-ld --no-default-helpers main.o libx.a -L. -ly --map map -o a.hso
[ "$(sed -n '/^objects/,/^$/p' map)" = "objects
  main.o
  ./liby.a(first.o) for first
  libx.a(second.o) for second
  libx.a(third.o) for third" ] || { cat map; exit 1; }
[ "$(readelf -sW a.hso | grep -c unused)" = 0 ]

expect_status 1 hsa-ld --no-default-helpers main.o -L. -lnone
grep "error: library 'libnone.a' not found" err
head -c 200 libx.a >cut.a
expect_status 1 hsa-ld --no-default-helpers main.o cut.a -o b.hso
grep '^cut.a: error: damaged archive' err
[ ! -e b.hso ]
