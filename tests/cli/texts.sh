# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Texts as editors and programs write them: with a byte order mark; with words of any length and bytes of
# any value, which messages show cut and without control characters.
. "$T/common.subr"
bom() { printf '\357\273\277'; cat "$@"; }
cp "$TOP/examples/vecadd.hsail" v.hsail
cp "$TOP/examples/ptx/saxpy-cuda.ptx" p.ptx
bom v.hsail >vb.hsail
bom p.ptx >pb.ptx
hsail-as v.hsail -o v.brig
hsail-as vb.hsail -o vb.brig
cmp v.brig vb.brig
hsail-as - -o - <vb.hsail | cmp - v.brig
ptx2hsail --module='&m' p.ptx -o p.out
ptx2hsail --module='&m' pb.ptx -o pb.out
cmp p.out pb.out
echo '-o "c d.brig" v.hsail' | bom - >args
hsail-as @args
cmp v.brig 'c d.brig'
printf '1, 2 3' | bom - >numbers
printf 'image "%s"\nbuffer n u32[3] : text@"numbers"\ncheck n : list(1, 2, 3)\n' vb.hsail | bom - >x.run
hsa-run --run x.run
hsa-run pb.ptx -k saxpy --grid 1 -a 1 -a 2 -a x=f32[1] -a y=f32[1]
hsa-run - -k vecadd --grid 1 -a f32[1]:1 -a f32[1]:2 -a f32[1] <vb.hsail
hsaemu-cc vb.hsail -o vb.img
hsaemu-cc pb.ptx -o pb.img
# places are counted from behind it
printf '\357\273\277bad' >bad.hsail
expect_status 1 hsail-as bad.hsail
grep -q '^bad.hsail:1:1: error' err
if command -v clang-19 >/dev/null && [ -r /usr/lib/clc/nvptx64--nvidiacl.bc ]; then
	bom "$TOP/examples/ptx/saxpy.cl" >c.cl
	hsaemu-cc -S c.cl
	bom "$TOP/examples/ptx/saxpy.cu" >c.cu
	hsaemu-cc -S c.cu -o cu.hsail
fi

long=$(head -c 10000 /dev/zero | tr '\0' x)
short() { # COMMAND...: it fails, and says so in lines that can be read
	status=0
	"$@" >out 2>err || status=$?
	[ $status != 0 ] && [ -s err ] || { echo "$1: no error"; exit 1; }
	awk 'length > 700 { exit 1 }' err || { echo "a line is too long:"; cat err; exit 1; }
	! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" err || { echo "a control character:"; cat -v err; exit 1; }
}
printf 'module &m:1:0:$full:$large:$default;\nprog kernel &k()\n{\n\t%s $s1, $s2;\n\tadd_u32 $s1, $s2, $%s;\n\tbr @%s;\n};\n' \
	"$long" "$long" "$long" >long.hsail
short hsail-as long.hsail
sed "s/vecadd/$long/" v.hsail | sed 's/kernarg_u64/kernarg_x64/' >long2.hsail
short hsail-as long2.hsail
printf '.version 7.0\n.target sm_70\n.address_size 64\n.entry k()\n{\n\t%s.u32 %%r1, %%r2;\n\tadd.u32 %%%s, 1, 2;\n\tcall %s;\n}\n' \
	"$long" "$long" "$long" >long.ptx
short ptx2hsail long.ptx
printf '.version 7.0\n.target sm_70\n.address_size 64\n.entry k()\n{\n\tadd.\033[31mu32 \001;\n}\n' >control.ptx
short ptx2hsail control.ptx
for tool in $tools; do
	short "$tool" "--$long"
	short "$tool" "$long"
done
short hsa-run v.hsail -k "$long" --grid 1
short hsa-run v.hsail -k "$(printf 'a\033[31mb')" --grid 1
short hsa-run v.hsail -k vecadd --grid 1 --print "$long"
short hsaemu-cc "--$long"
short hsaemu-cc "$long"
short hsaemu-cc "$(printf 'a\033[31mb.cl')"
