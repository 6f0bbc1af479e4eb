# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Misspelt words of run files and options: what was probably meant.
. "$T/common.subr"
says() { # TEXT
	grep -q -- "$1" err || { echo "not said: $1"; cat err; exit 1; }
}
cat >words.run <<'R'
image v.img
bufer a f32[4]
buffer a int[4]
buffer b f32[4]: radnom(1)
dispatch grd(4) args(a)
roimg in 2d[4, 4] rgab unorm_int8
roimg in 2d[4, 4] rgba unorm_in8
samp s normalised linear clamp_to_edge
samp s normalized linear clamp_to_edg
check a: 1 within rell=1
R
expect_status 2 hsa-run --run words.run
says "^words.run:2:1: error: expected a statement, found 'bufer'; did you mean 'buffer'?"
says "^words.run:3:10: error: the type 'int' is called 's32' here"
says "^words.run:4:18: error: expected an initial value, found 'radnom'; did you mean 'random'?"
says "^words.run:5:10: error: expected a clause of 'dispatch', found 'grd'; did you mean 'grid'?"
says "^words.run:6:19: error: .* found 'rgab'; did you mean 'rgb'?"
says "^words.run:7:24: error: .* found 'unorm_in8'; did you mean 'unorm_int8'?"
says "^words.run:8:8: error: .* found 'normalised'; did you mean 'normalized'?"
says "^words.run:9:26: error: .* found 'clamp_to_edg'; did you mean 'clamp_to_edge'?"
says "^words.run:10:19: error: expected a tolerance: .*, found 'rell'; did you mean 'rel'?"
expect_status 2 hsa-run v.img --grid 1 -a 'a=float[4]'
says "^--arg:1:3: error: the type 'float' is called 'f32' here"
expect_status 2 hsa-run v.img --grid 1 -a 'f32[4]:rmp:0'
says "found 'rmp'; did you mean 'ramp'?"
printf 'let length = 4\nbuffer data f32[lenght]\n' >a.run
expect_status 2 hsa-run --run a.run
says "no variable 'lenght'; did you mean 'length'?"
printf 'buffer data f32[4]\nfill dta: 1\n' >b.run
expect_status 2 hsa-run --run b.run
says "no buffer 'dta'; did you mean 'data'?"
