# The tools compose in shell pipelines and in makefile rules with -j.
cp "$TOP"/examples/*.hsail "$TOP/examples/Makefile" .
hsail-as vecadd.hsail -o - | hsail-fin - -o - >vecadd.o
hsa-ld vecadd.o -o piped.img
make -s -j4 all
cmp piped.img vecadd.img
brig-dis - <vecadd.brig | hsail-as - -o - | cmp - vecadd.brig
