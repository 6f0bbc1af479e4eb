# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A signal ends a tool as it ends any program, and nothing is left of what it was making.
mkdir tmp out
export TMPDIR="$PWD/tmp"
cp "$TOP/examples/vecadd.hsail" "$TOP/examples/ptx/saxpy-cuda.ptx" .
# large enough to be still at work, for all tools
awk 'BEGIN {
	print "module &m:1:0:$full:$large:$default;\nprog kernel &k(kernarg_u64 %p) {\n ld_kernarg_align(8)_u64 $d0, [%p];"
	for (i = 0; i < 60000; i++)
		print " mad_u32 $s" 1 + i % 3 ", $s" 1 + i * 7 % 3 ", " i ", $s" 1 + i * 5 % 3 ";"
	print " st_global_u32 $s1, [$d0];\n ret;\n};"
}' >large.hsail
hsail-as large.hsail -o large.brig
cat >kill_it.pl <<'END'
use POSIX ();
my ($signal, $delay, @command) = @ARGV;
my $pid = fork;
if ($pid == 0) {
	$SIG{$_} = "DEFAULT" for qw(HUP INT TERM XFSZ);
	exec @command or POSIX::_exit(127);
}
select undef, undef, undef, $delay;
kill $signal, $pid;
waitpid $pid, 0;
print $? & 127 ? "signal " . ($? & 127) : "status " . ($? >> 8), "\n";
END
number() { case $1 in HUP) echo 1 ;; INT) echo 2 ;; TERM) echo 15 ;; esac; }
hit() { # COMMAND...: ended by each signal, early and late
	for signal in HUP INT TERM; do
		for delay in 0.01 0.06; do
			end=$(perl kill_it.pl $signal $delay "$@" 2>/dev/null)
			[ "$end" = "signal $(number $signal)" ] || [ "$end" = 'status 0' ] ||
				{ echo "$*: $end, not by $signal"; exit 1; }
			[ -z "$(ls -A tmp)" ] || { echo "$* leaves $(ls -A tmp)"; exit 1; }
			[ -z "$(ls -A out | grep -v '^done$')" ] || { echo "$* leaves $(ls -A out)"; exit 1; }
		done
	done
}
hit hsail-as large.hsail -o out/done
hit brig-dis --dump large.brig -o out/done
hit brig-dis large.brig -o out/done
hit hsail-fin large.brig -o out/done
hit hsaemu-cc large.hsail -o out/done
hit hsa-run large.hsail -k '&k' --grid 1 -a u32[1]
hit hsa-run saxpy-cuda.ptx -k saxpy --grid 1 -a 1 -a 2 -a 'f32[1]' -a 'f32[1]'
# a tool that it runs ends with it, also when it is killed
mkdir bin
printf '#!/bin/sh\necho $$ >tool.pid\nexec sleep 100\n' >bin/hsail-as
chmod +x bin/hsail-as
HSAEMU_BINDIR=$PWD/bin hsa-run vecadd.hsail -k vecadd --grid 1 2>/dev/null &
run=$!
tries=0
until [ -s tool.pid ]; do # it has started the tool
	tries=$((tries + 1))
	[ $tries -lt 300 ] || { echo "hsa-run does not start hsail-as"; exit 1; }
	sleep 0.1
done
kill -KILL $run
runs() { grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$(cat tool.pid)/status" 2>/dev/null; }
tries=0
while runs; do
	tries=$((tries + 1))
	[ $tries -lt 100 ] || { echo "hsail-as goes on without hsa-run"; exit 1; }
	sleep 0.1
done

# the limit of a file's size is a signal, too
for command in 'hsail-as large.hsail' 'brig-dis large.brig' 'brig-dis --dump large.brig'; do
	rm -f out/done
	end=$(perl kill_it.pl CONT 0 sh -c "ulimit -f 8; exec $command -o out/done")
	[ "$end" = 'signal 25' ] && [ -z "$(ls -A out)" ] || { echo "$command: $end, left: $(ls -A out)"; exit 1; }
	echo old >out/one # written in place
	ln out/one out/two
	end=$(perl kill_it.pl CONT 0 sh -c "ulimit -f 8; exec $command -o out/one")
	[ "$end" = 'signal 25' ] && [ "$(cat out/one)" = old ] || { echo "$command: $end"; exit 1; }
	rm out/one out/two
done
