# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A failed run leaves neither an output nor a temporary file, and an old output stays as it was.
. "$T/common.subr"
echo 'module &m:1:0:$full:$large:$default; prog kernel &k( {' >bad.hsail
echo garbage >bad.brig
for command in "hsail-as bad.hsail" "brig-dis bad.brig" "hsail-fin bad.brig" "hsa-ld bad.brig"; do
	# shellcheck disable=SC2086
	expect_status 1 $command -o new
	[ ! -e new ]
	echo old >kept
	# shellcheck disable=SC2086
	expect_status 1 $command -o kept
	[ "$(cat kept)" = old ]
done
[ "$(ls)" = "$(printf '%s\n' bad.brig bad.hsail err kept out)" ]
