# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A program with another user's rights puts nothing where the environment says.
case $BUILD in *asan|*tsan|*fuzz) echo "sanitizers read the environment"; exit 77 ;; esac
gcc -I"$TOP/include" "$T/cache/secure.c" "$BUILD/lib/libhsaemu-core.a" -lmd -lpthread -lm -o secure
place=$(mktemp -d) # which the other user must reach
trap 'rm -rf "$place"' EXIT
chmod 755 "$place"
unset HSAEMU_CACHE
HSAEMU_CACHE_DIR=$place/kept
HOME=$place
export HSAEMU_CACHE_DIR HOME
count() { find "$place" -type f | wc -l; }
./secure
[ "$(count)" = 3 ] # with the tag and the tally
rm -r "$place/kept"
mkdir -p "$place/kept" "$place/.cache/hsaemu"
cp secure owned
other=65534
chown -R $other owned "$place" 2>/dev/null && chmod 4755 owned || { echo "only root makes such a program"; exit 77; }
case $(findmnt -no OPTIONS -T . 2>/dev/null) in *nosuid*) echo "nosuid"; exit 77 ;; esac
./owned
[ "$(count)" = 0 ]
# It would have stored as that user.
cd /
perl -e "\$) = \$( = $other; \$> = \$< = $other; exec { '/proc/self/fd/9' } 'secure'" 9<"$W/secure"
[ "$(count)" = 2 ]
