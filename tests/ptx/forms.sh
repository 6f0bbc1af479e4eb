# Every direct and short instruction form, on edge values, against plain C.
"${CC:-cc}" -std=gnu11 -O1 -w -frounding-math -o forms "$T/forms.c" -lm
./forms
ptx2hsail forms.ptx -o forms.hsail
hsail-as forms.hsail -o forms.brig
hsail-fin forms.brig -o forms.o
hsa-ld forms.o -o forms.img
hsa-run --run forms.run
