# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The libraries for programs define names that begin with hsaemu_ for others, and no more.
for library in "$BUILD"/lib/libhsaemu.a "$BUILD"/lib/libhsaemu-fin.a; do
	nm -g --defined-only "$library" | awk -v f="$library" 'NF == 3 && $3 !~ /^(__odr_asan\.)?hsaemu_/ {
		print f ": " $3; bad = 1 } END { exit bad }'
done
# Those for builders of tools define what installed headers say, and no more.
for library in "$BUILD"/lib/installed/libhsaemu-core.a "$BUILD"/lib/installed/libhsaemu-tools.a; do
	nm -g --defined-only "$library" | awk 'NF == 3 { print $3 }' >names
	[ "$(wc -l <names)" -gt 3 ]
	while read -r name; do
		grep -qw "$name" "$TOP"/include/hsaemu/*.h || { echo "$library: $name is in no header"; exit 1; }
	done <names
done
case $BUILD in *asan|*tsan|*fuzz) exit 0 ;; esac
for library in "$BUILD"/lib/libhsaemu.so "$BUILD"/lib/hsaemu/libhsaemu-fin.so; do
	nm -D --defined-only "$library" | awk -v f="$library" 'NF == 3 && $3 !~ /^hsaemu_/ {
		print f ": " $3; bad = 1 } END { exit bad }'
done
# All that hsaemu.h declares is there.
sed -n 's/^HSAEMU_API .*[ *]\(hsaemu_[a-z_]*\)(.*/\1/p' "$TOP/include/hsaemu/hsaemu.h" | sort >declared
nm -D --defined-only "$BUILD/lib/libhsaemu.so" | sed -n 's/.* T \(hsaemu_[a-z_]*\)@.*/\1/p' | sort >defined
[ "$(wc -l <declared)" -gt 20 ]
diff declared defined
# What runs images does not map LLVM.
if ldd "$BUILD/lib/libhsaemu.so" | grep LLVM; then exit 1; fi

# LLVM that is within the library has our handler of want of memory.
fin=$BUILD/lib/hsaemu/libhsaemu-fin.so
if [ -e "$fin" ] && ! readelf -d "$fin" | grep -q 'NEEDED.*libLLVM'; then
	nm "$fin" >names
	grep -q ' t _ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_$' names
fi
