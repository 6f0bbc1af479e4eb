# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ptx2hsail --survey: a table of many files, also behind those that cannot be read or are wrong.
head='.version 8.0\n.target sm_90\n.address_size 64\n'
printf "$head.entry k() { mma.two; fancy.op; mma.two; ret; }\n" >a.ptx
printf "$head.entry k() { ret }\n" >wrong.ptx
printf "$head.entry k() { ret; }\n" >good.ptx
status=0
ptx2hsail --survey good.ptx a.ptx >out 2>err || status=$?
[ $status = 0 ] && [ ! -s err ] || exit 1
[ "$(wc -l <out)" = 2 ]
grep -x "2	'mma.two' has no translation to HSAIL	a.ptx" out
ptx2hsail --survey wrong.ptx a.ptx good.ptx >out 2>err || status=$?
[ $status = 1 ]
grep -F "wrong.ptx:4:" err
grep -x '1	an error	wrong.ptx' out
[ "$(wc -l <out)" = 3 ]
status=0
ptx2hsail --survey missing.ptx a.ptx >out 2>err || status=$?
[ $status = 4 ]
grep -F missing.ptx err
[ "$(wc -l <out)" = 2 ]
