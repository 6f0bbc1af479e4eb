# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Mistakes in hsa-run's options are status 2.
. "$T/common.subr"
expect_status 2 hsa-run --kernel '&k' --grid 1 --timeout soon x.img
expect_line err "'soon' is no time-out in seconds"
expect_status 2 hsa-run --kernel '&k' --grid 1 --repeat 0 x.img
expect_line err 'expected at most .* at least one repetition'
expect_status 2 hsa-run --kernel '&k' --grid 1,2,3,4 x.img
grep -q '^--grid:1:1: error: at most three dimensions, found 4' err
expect_status 2 hsa-run x.img
expect_line err 'expected --grid, or --run'
echo '# nothing' >empty.run
expect_status 2 hsa-run --run empty.run
grep -q "^empty.run:2:1: error: expected a statement, such as 'dispatch', found the end" err
# Each clause stands once.
for clause in 'grid(1)' 'group(1)' 'offset(1)' 'dynamic(8)' 'args(1)'; do
	echo "dispatch &k $clause $clause" >twice.run
	expect_status 2 hsa-run --run twice.run
	grep -q "error: '${clause%(*}' is given twice" err
done
