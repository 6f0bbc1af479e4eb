# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each function that an installed header declares is in an installed library.
. "$T/installed.subr"
for h in "$root"/include/hsaemu/*.h; do echo "#include <hsaemu/${h##*/}>"; done >all.c
case ${CC:-gcc} in *clang*) compiler=gcc ;; *) compiler=${CC:-gcc} ;; esac
command -v "$compiler" >/dev/null || { echo "gcc is not installed, which lists declarations"; exit 77; }
# shellcheck disable=SC2046
$compiler -std=c11 -D_POSIX_C_SOURCE=200809L -fsyntax-only -aux-info declarations \
	$(pkg-config --cflags hsaemu hsaemu-core hsaemu-tools) all.c
sed -n 's|^/\* '"$root"'/include/hsaemu/\([a-z_]*\.h\):.*\*/ extern .*[ *]\([a-z_0-9]*\) (.*|\2 \1|p' \
	declarations | sort -u | while read -r name header; do
	# types of functions are listed, too
	grep -q "^typedef .*[ *]$name(" "$root/include/hsaemu/$header" || echo "$name $header"
done >declared
[ "$(wc -l <declared)" -gt 250 ]
for p in hsaemu-core hsaemu-tools; do
	case " $(pkg-config --libs $p) " in *" -l$p "*) ;; *) echo "$p.pc does not name it"; exit 1 ;; esac
done
nm -g --defined-only "$root/lib/libhsaemu.a" "$root/lib/libhsaemu-core.a" "$root/lib/libhsaemu-tools.a" \
	"$root/lib/hsaemu/libhsahelpers.a" |
	awk 'NF == 3 { sub(/\.v[0-9]+$/, "", $3); print $3 }' | sort -u >defined # the device library has versions
awk 'NR == FNR { defined[$1] = 1; next } !($1 in defined) { print $2 ": " $1 " is in no library"; bad = 1 }
	END { exit bad }' defined declared

# A tool of one's own, by what pkg-config says.
cat >tool.c <<'C'
#include <hsaemu/assemble.h>
#include <hsaemu/cli.h>
#include <hsaemu/finalize.h>
#include <hsaemu/link.h>
#include <hsaemu/rt.h>
#include <hsaemu/translate.h>
int main(void)
{
	static const struct assemble_options o = {.debug_lines = false};
	static const struct diag_options diag_options = {.tool = "tool"};
	static const char text[] = "module &m:1:0:$full:$large:$default;\n";
	struct finalize_options f = {.opt_level = 2, .cpu = "native"};
	struct buf brig = BUF_INIT, object = BUF_INIT, image = BUF_INIT;
	struct source s;
	struct diag d;
	diag_init(&d, &diag_options);
	source_borrow(&s, "m.hsail", text, sizeof text - 1);
	struct link_options l = {.gc = false};
	int ok = assemble(&s, &o, &brig, &d) && finalize("m", brig.data, brig.len, &f, &object, &d) &&
	         link_image(&(struct link_input){"m.o", object.data, object.len}, 1, &l, &image, NULL, &d) &&
	         image.len > 0 && translate_ptx != NULL && rt_new != NULL;
	diag_flush(&d, stderr);
	diag_release(&d);
	buf_release(&brig);
	buf_release(&object);
	buf_release(&image);
	source_release(&s);
	return !ok;
}
C
case $BUILD in *asan|*tsan|*fuzz) exit 0 ;; esac # the libraries need what their mode links
# shellcheck disable=SC2046
$compiler -std=c11 -D_POSIX_C_SOURCE=200809L tool.c -o tool $(pkg-config --cflags --libs hsaemu-tools)
./tool
