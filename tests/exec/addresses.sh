# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pragma "hsaemu.address": addresses and handles in initial values, also of other modules.
hsail-as "$T/addresses.hsail" -o main.brig
hsail-as "$T/addresses.lib" -o library.brig
for level in off auto; do
	hsail-fin --simd=$level main.brig -o main.o
	hsail-fin --simd=$level -mcpu=x86-64-v2,x86-64-v3 library.brig -o library.o
	hsail-fin --simd=$level -mcpu=x86-64-v2,x86-64-v3 main.brig -o versions.o
	for o in main.o versions.o; do
		hsa-ld $o library.o -o a.img
		hsa-run a.img --kernel '&k' --grid=4 --arg 'o=u64[8]' --check 'o=list(9,42,4,4,0,101,4,103)'
	done
done

refused() { # PRAGMA MESSAGE
	echo "module &m:1:0:\$full:\$${MODEL:-large}:\$default; decl prog global_u64 &d; global_u64 &v[2];
		group_u32 &g; readonly_samp &s = samp(coord = unnormalized, filter = nearest,
		addressing = clamp_to_edge); function &f()() {}; indirect function &i()() {};
		prog kernel &k() { ret; };
		pragma \"hsaemu.address\"$1;" >x.hsail
	sed -i 's/^module[^;]*;/& extension "IMAGE";/' x.hsail
	hsail-as x.hsail -o x.brig
	! hsail-fin x.brig -o x.o 2>err || exit 1
	grep -F "pragma \"hsaemu.address\"$2" err
}
refused ', &v' ': wants a variable, an offset, what is meant, and an addend'
refused ', &d, 0, &v, 0' ': only global and readonly variables that the module defines have initial values'
refused ', &g, 0, &v, 0' ': only global and readonly variables that the module defines have initial values'
refused ', &v, 0.0, &v, 0' ': numbers are integer constants'
refused ', &v, 0, &k, 0' ': only global and readonly variables and functions have addresses'
refused ', &v, 9, &i, 0' ': the address is not within the variable'
refused ', &v, 0, &i, 0; pragma "hsaemu.address", &v, 7, &v, 0' ': another address is in the same place'
MODEL=small
refused ', &v, 0, &v, 0' ' in the small machine model'
