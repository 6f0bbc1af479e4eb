# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run: mistakes in run files have a place, several are reported at once, nothing runs.
. "$T/common.subr"
cat >bad.run <<'END'
image x.hso
buffer a f99[4]
buffer b f32[4] : ramp(1, 2, 3)
dispatch &k args(a)
let x = 1 +
print "text"
run r { for i = 0 while i < 3 { print i } }
END
expect_status 2 hsa-run --run bad.run
[ ! -s out ]
cat >want <<'END'
bad.run:2:10: error: expected a type such as u32 or f32, found 'f99'
    buffer a f99[4]
             ^~~
bad.run:3:19: error: expected ramp(START) or ramp(START, STEP)
    buffer b f32[4] : ramp(1, 2, 3)
                      ^~~~
bad.run:5:1: error: expected 'grid(', found 'let'
    let x = 1 +
    ^~~
bad.run:6:7: error: expected a statement, found '"text"'
    print "text"
          ^~~~~~
bad.run:7:31: error: expected 'next', found '{'
    run r { for i = 0 while i < 3 { print i } }
                                  ^
END
diff want err
# input files are found beside the run file
mkdir sub
printf '\001\002\003\004' >sub/in.bin
echo 'buffer a u8[] : @in.bin  print a  write a out.txt text' >sub/x.run
expect_status 0 hsa-run --run sub/x.run
[ "$(cat out)" = 'a[0] 1 2 3 4' ] && [ "$(tr '\n' ' ' <out.txt)" = '1 2 3 4 ' ] || exit 1
expect_status 127 hsa-run --run - <sub/x.run
grep -q 'in.bin' err
