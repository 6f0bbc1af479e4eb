# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Diagnostics as JSON: one object a line, with the position.
. "$T/common.subr"
printf 'module &m:1:0:$full:$large:$default;\nprog kernel &k(){ @x }\n' >bad.hsail
expect_status 1 hsail-as --diagnostic-format=json bad.hsail -o x.brig
grep -q '^{"file":"bad.hsail","line":2,"column":[0-9]*,.*"severity":"error","message":.*}$' err
! grep -vq '^{.*}$' err || exit 1
