# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fbarriers and wavebarriers, in scalar and in vector code.
cp "$T/fbarriers.text" fbarriers.hsail
levels=off
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	cat >x.run <<-END
		image fbarriers.hsail --simd=$level
		run leaving {
			buffer o u32[512]
			dispatch &leaving grid(512) group(256) args(o, 5)
			check o: each((i / 32 % 8 < 5) * ((i / 32 % 8 + 1) % 5) + (i / 32 % 8 >= 5) * 99)
		}
		run joining {
			buffer o u32[512]
			dispatch &joining grid(512) group(512) args(o, 11)
			check o: each((i / 32 < 11) * 352 + (i / 32 >= 11) * 99)
		}
		run pipeline {
			buffer o u32[256]
			dispatch &pipeline grid(256) group(256) args(o, 10)
			check o: each((i / 32 % 2 == 0) * 55 * (32 * (32 + 96 + 160 + 224) + 4 * 496))
		}
		run apart {
			buffer o u32[384]
			dispatch &apart grid(384) group(128) args(o, 0)
			buffer w u32[384]: each(i % 128 / 32 % 2)
			check o: each((i % 16 != 7) * ((i + 16 * w[i]) % 32))
		}
	END
	hsa-run --run x.run || { echo "$level" && exit 1; }
	hsail-as fbarriers.hsail && hsail-fin --simd=$level fbarriers.brig && hsa-ld fbarriers.o -o fb.hso || exit 1
	while read -r what text; do
		status=0
		hsa-run fb.hso -k '&misuse' --grid 64 --group 64 -a 'o=u32[1]' -a "$what" --timeout=20 2>err ||
			status=$?
		[ $status = 126 ] && grep -F "$text" err || {
			echo "$level, misuse $what: status $status" && cat err && exit 1
		}
	done <<-END
		1 fbarrier is not initialised
		2 fbarrier is initialised already
		3 fbarrier has no such member
		4 fbarrier is joined twice
		5 member of an fbarrier has arrived already
		6 no fbarrier has this address
		7 fbarrier has members when it is released
		8 all work-items wait at barriers
	END
done
