# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The library exports the functions of the standard headers and no other name, each with the version
# that programs carry which were linked with Debian's library.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
library=$BUILD/lib/hsaemu/hsa/libhsa-runtime64.so.1

cat >headers.c <<'END'
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <hsa/hsa_ext_image.h>
#include <hsa/hsa_ext_amd.h>
END
# what is declared outside of any braces
gcc -E -P headers.c | awk '{
	for (i = 1; i <= length; i++) {
		c = substr($0, i, 1)
		if (c == "{") depth++
		if (depth == 0) text = text c
		if (c == "}") depth--
	}
	text = text " " } END { print text }' | grep -oE '\bhsa_[a-z0-9_]+ *\( *[^*]' |
	sed 's/ *(.*//' | sort -u >declared
for header in hsa hsa_ext_finalize hsa_ext_image hsa_ext_amd; do
	grep -oE "\bhsa_[a-z0-9_]+" "/usr/include/hsa/$header.h"
done | sort -u >words
[ "$(comm -23 declared words)" = "" ]
[ "$(wc -l <declared)" = 224 ] || { wc -l declared; exit 1; }
echo _amdgpu_r_debug >>declared
nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sort >exported
sed 's/$/@@ROCR_1/' declared | sort >wanted
diff wanted exported
readelf -d "$library" | grep -q 'SONAME.*\[libhsa-runtime64.so.1\]'
# Nothing of LLVM is needed to load it.
readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^lib(c|m|pthread|dl|md)\.so' && exit 1
exit 0
