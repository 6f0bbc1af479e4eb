# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run: images and samplers in options and run files, and what is wrong with them.
. "$T/common.subr"
cat >copy.hsail <<'X'
module &m:1:0:$full:$large:$default;
extension "IMAGE";
prog alloc(agent) global_roimg &later;
prog kernel &copy(kernarg_roimg %from, kernarg_samp %by, kernarg_woimg %to)
{
	workitemabsid_u32 $s0, 0;
	workitemabsid_u32 $s1, 1;
	ld_kernarg_roimg $d0, [%from];
	ld_kernarg_samp $d1, [%by];
	ld_kernarg_woimg $d2, [%to];
	rdimage_v4_2d_f32_roimg_s32 ($s2, $s3, $s4, $s5), $d0, $d1, ($s0, $s1);
	stimage_v4_2d_f32_woimg_u32 ($s2, $s3, $s4, $s5), $d2, ($s0, $s1);
	ret;
};
prog kernel &nothing(kernarg_roimg %i) { ret; };
prog kernel &several(kernarg_samp %s[2], kernarg_u64 %out)
{
	ld_kernarg_samp $d0, [%s][8];
	querysampler_addressing_u32 $s0, $d0;
	ld_kernarg_u64 $d1, [%out];
	st_global_u32 $s0, [$d1];
	ret;
};
X
hsail-as copy.hsail -o copy.brig && hsail-fin copy.brig -o copy.o && hsa-ld copy.o -o copy.hso || exit 1
printf '\001\002\003\004\005\006\007\010' >in.raw
set -- hsa-run copy.hso -k copy --grid 3,2 -a roimg:2d[2,1]:bgra:unorm_int8:@in.raw \
	-a samp:unnormalized:nearest:clamp_to_edge
expect_status 0 "$@" -a to=woimg:2d[3,2]:rgba:unorm_int8 -p to
cat >want <<'X'
to[0] 3 2 1 4 7 6 5 8
to[8] 7 6 5 8 3 2 1 4
to[16] 7 6 5 8 7 6 5 8
X
diff want out
expect_status 0 "$@" -a 'to=woimg:2d[3,2]:rgb:unorm_short_565:0xffff' --json -p to[0,2]
grep -qF '"type": "b16", "first": 0, "values": ["0x0000", "0x0821"]' out

refuse() { # MESSAGE STATEMENT...: in a run file
	message=$1
	shift
	printf '%s\n' 'image copy.hso' "$@" >x.run
	expect_status 2 hsa-run --run x.run
	grep -F "error: $message" err || { cat err; exit 1; }
}
refuse "expected a geometry such as 2d, or 'as', found 'f32'" 'roimg a f32[4]'
refuse "'4d' is no number" 'roimg a 4d[4] r float'
refuse "expected a channel order such as rgba, found 'bgr'" 'roimg a 1d[4] bgr float'
refuse "expected a channel type such as unorm_int8, found 'u8'" 'roimg a 1d[4] r u8'
refuse 'at most three sizes, found 4' 'roimg a 3d[4, 4, 4, 4] r float'
refuse 'an image of this geometry has 2 sizes, not 1' 'roimg a 1da[4] r float'
refuse 'a size is 0 or too large: 0, of at most 16384 and 2^40 bytes' 'roimg a 1d[0] r float'
refuse 'a size is 0 or too large: 4 x 4 x 2049, of at most 2048 x 2048 x 2048 and 2^40 bytes' \
	'roimg a 3d[4, 4, 2049] r float'
refuse 'a size is 0 or too large: 4 x 4 x 99999, of at most 16384 x 16384 x 16384 and 2^40 bytes' \
	'roimg a 2da[4, 4, 99999] r float'
refuse 'geometry, channel order and channel type do not go together' 'roimg a 2ddepth[4, 4] r float'
refuse 'geometry, channel order and channel type do not go together' 'roimg a 1d[4] rgb unorm_int8'
refuse "expected the name of an image or of a program variable, found '4'" 'roimg a as 4'
refuse "'b' has no image" 'buffer b u32[4]' 'roimg a as b'
refuse "'&later' has no image" 'roimg a as &later'
refuse "'&later' has no image" 'fill &later : 5' 'roimg a as &later'
refuse "'&copy' has no image" 'roimg a as &copy'
refuse "expected 'normalized' or 'unnormalized', found 'nearest'" 'samp s nearest'
refuse "expected 'nearest' or 'linear', found 'cubic'" 'samp s normalized cubic repeat'
refuse "expected an addressing mode such as clamp_to_edge, found 'mirror'" 'samp s normalized linear mirror'
refuse 'repeated addressing needs normalized coordinates' 'samp s unnormalized linear repeat'
refuse 'argument %i is roimg: expected an image' 'buffer b u32[4]' 'dispatch &nothing grid(1) args(b)'
refuse 'argument %i is roimg: expected an image' 'dispatch &nothing grid(1) args(0)'
refuse "argument %i is roimg, but 'w' is of another access; 'as' makes a handle" 'woimg w 1d[4] r float' \
	'dispatch &nothing grid(1) args(w)'
refuse 'argument %by is samp: expected a sampler' 'roimg r 2d[1, 1] r float' \
	'dispatch &copy grid(1) args(r, 7, r)'
refuse 'argument %by is samp: expected a sampler' 'roimg r 2d[1, 1] r float' \
	'dispatch &copy grid(1) args(r, r, r)'
refuse "argument %s is an array, 's' is not" 'samp s normalized linear repeat' \
	'dispatch &several grid(1) args(s, 0)'
# arrays of handles, variables that the host fills, images that share their data
cat >x.run <<'X'
image copy.hso
samp a normalized linear mirrored_repeat
samp b unnormalized nearest clamp_to_border
buffer out u32[1]
dispatch &several grid(1) args(list(b, a), out)
check out : 4
rwimg one 1da[3, 2] ra half_float : ramp(0)
fill &later : one
roimg two as &later
fill one : 0.5
check two : 0.5
roimg deep 2ddepth[2, 2] depth unorm_int24 : ramp(1)
print deep
roimg stencil 2ddepth[2, 1] depth_stencil unorm_int24 : 0x01ffffff
print stencil
write deep deep.raw
X
expect_status 0 hsa-run --run x.run
cat >want <<'X'
deep[0] 0x01 0x02 0x03 0x04 0x05 0x06 0x07 0x08
deep[8] 0x09 0x0a 0x0b 0x0c
stencil[0] 0x01ffffff 0x01ffffff
X
diff want out
[ "$(wc -c <deep.raw)" = 12 ]
