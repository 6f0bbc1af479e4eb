# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is valid but not supported yet: status 3 and a message that names the feature.
hsail-as "$T/refused.text" -o wall.brig
status=0
hsail-fin wall.brig -o wall.o 2>err || status=$?
[ $status = 3 ]
grep -F "image of '&wall' is larger than this agent's images (PRM A)" err

{
	echo 'module &big:1:0:$full:$large:$default; global_u64 &huge[0x8000001];'
	echo 'kernel &k() { group_u8 %a[0x40000000]; group_u8 %b; st_group_u8 1, [%a]; st_group_u8 1, [%b]; };'
} >big.hsail
hsail-as big.hsail -o big.brig
! hsail-fin big.brig -o big.o 2>err || exit 1
grep -F "error: variable '&huge' has more than 1 GiB" err
sed 's/global_u64 &huge.*//' big.hsail >segment.hsail
hsail-as segment.hsail -o segment.brig
! hsail-fin segment.brig -o segment.o 2>err || exit 1
grep -F "error: variables in the group segment of '&k' have more than 1 GiB" err
! hsail-fin -mcpu=x86-64-v2 -mattr=-sse4.1 wall.brig -o wall.o 2>err || exit 1
grep -F -e '-mcpu, -mattr: code needs at least the features of x86-64-v2' err
# pragmas and exceptions that the module's model and profile do not have
{
	echo 'module &small:1:0:$full:$small:$near; prog global_u32 &x; pragma "hsaemu.address", &x, 0, &x, 0;'
	echo 'kernel &k() { ret; };'
} >small.hsail
hsail-as small.hsail -o small.brig
status=0
hsail-fin small.brig -o small.o 2>err || status=$?
[ $status = 3 ]
grep -F 'unsupported: pragma "hsaemu.address" in the small machine model' err
echo 'module &base:1:0:$base:$large:$near; kernel &k() { enablebreakexceptions 1; ret; };' >base.hsail
hsail-as base.hsail -o base.brig
! hsail-fin base.brig -o base.o 2>err || exit 1
grep -F 'error: the Base profile has no exception policies, only 0 is allowed (PRM 12.2)' err
