# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --version and -V name the tool and the suite on the first line and exit 0.
. "$T/common.subr"
for tool in $tools; do
	for option in --version -V; do
		expect_status 0 "$tool" "$option"
		head -n 1 out >first
		expect_line first "^$tool (HSAemu) [0-9]*\.[0-9]*\.[0-9]*$"
		[ ! -s err ]
	done
done
