# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops whose number of iterations is known only at run time stay as they are, unless the source or an option says how
# to unroll them; short loops of a known number vanish.
. "$T/compile.subr"
cat >x.cl <<'EOF'
kernel void unknown(global float *a, int n)
{
	float s = 0;
	for (int i = 0; i < n; i++)
		s = s * 3 + a[5 * i];
	*a = s;
}
kernel void known(global float *a)
{
	float s = 0;
	for (int i = 0; i < 4; i++)
		s = s * 3 + a[5 * i];
	*a = s;
}
kernel void told(global float *a, int n)
{
	float s = 0;
#pragma unroll 3
	for (int i = 0; i < n; i++)
		s = s * 3 + a[5 * i];
	*a = s;
}
EOF
loads() { # KERNEL
	sed -n "/entry $1(/,/^}/p" x.ptx | grep -c 'ld\.global\.f32'
}
for language in CL1.2 clc++2021; do
	hsaemu-cc --emit=ptx "-cl-std=$language" x.cl -o x.ptx
	[ "$(loads unknown)" = 1 ]
	[ "$(loads known)" = 4 ]
	[ "$(loads told)" -ge 3 ]
done
hsaemu-cc --emit=ptx -funroll-loops x.cl -o x.ptx
[ "$(loads unknown)" -gt 1 ]
cat >x.cu <<'EOF'
__global__ void unknown(float *a, int n)
{
	float s = 0;
	for (int i = 0; i < n; i++)
		s = s * 3 + a[5 * i];
	*a = s;
}
EOF
hsaemu-cc --emit=ptx x.cu -o x.ptx
[ "$(grep -c 'ld\.global\.f32' x.ptx)" = 1 ]
