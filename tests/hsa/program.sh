# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run -- PROGRAM: programs get our library, and nothing else of theirs changes.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
cat >agent.c <<'END'
#include <hsa/hsa.h>
#include <stdio.h>
#include <hsa/hsa_ext_amd.h>
static hsa_status_t show(hsa_agent_t agent, void *data)
{
	char name[64];
	hsa_profile_t profile;
	uint32_t units;
	hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, name);
	hsa_agent_get_info(agent, HSA_AGENT_INFO_PROFILE, &profile);
	hsa_agent_get_info(agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT, &units);
	sprintf(data, "%s profile %d units %u", name, (int)profile, units);
	return HSA_STATUS_SUCCESS;
}
int main(int argc, char **argv)
{
	char last[128] = "";
	if (hsa_init() != HSA_STATUS_SUCCESS)
		return 99;
	hsa_iterate_agents(show, last);
	puts(last);
	(void)argv;
	return hsa_shut_down() != HSA_STATUS_SUCCESS ? 98 : argc - 1;
}
END
gcc agent.c -o agent -L"$BUILD/lib/hsaemu/hsa" -lhsa-runtime64
run() { # STATUS WORDS [VARIABLE=VALUE...] COMMAND...: it prints WORDS
	wanted=$1 words=$2
	shift 2
	status=0
	env "$@" >out 2>err || status=$?
	[ "$status" = "$wanted" ] && { [ -z "$words" ] || grep -qF "$words" out; } ||
		{ echo "$*: $status"; cat out err; exit 1; }
}
p="hsa-run -- ./agent"
# shellcheck disable=SC2086
{
	run 0 'HSAEmu profile 1 units' $p
	[ ! -s err ]
	run 3 'HSAEmu profile 1 units' $p a b --help
	run 0 'units 1' HSAEMU_THREADS=1 $p
	run 0 'units 7' HSAEMU_CUS=7 HSAEMU_SCHEDULER=shuffle HSAEMU_SEED=4 $p
	run 0 'units 2' HSAEMU_THREADS=1 HSAEMU_CUS=2 HSAEMU_SCHEDULER=static HSAEMU_LINT=1 $p
	run 0 'HSAEmu profile 0' HSAEMU_PROFILE=base $p
	run 0 'phsa generic CPU agent profile 1' 'HSAEMU_AGENT=phsa generic CPU agent' $p
	[ ! -s err ]
	# what is wrong is said, and has no effect
	for wrong in THREADS=0 THREADS=x THREADS=1025 THREADS= CUS=-1 CUS=99999999999999999999999 \
		SCHEDULER=random PROFILE= PROFILE=fullest LINT=2 SEED=1x AGENT= \
		AGENT=0123456789012345678901234567890123456789012345678901234567890123; do
		run 0 'HSAEmu profile 1 units' "HSAEMU_$wrong" $p
		grep -q "^libhsa-runtime64: HSAEMU_${wrong%%=*} is '${wrong#*=}', expected .*; it is ignored$" err
		[ "$(wc -l <err)" = 1 ]
	done
}
# A program that opens the library by its name, and one that is found by PATH.
cat >open.c <<'END'
#include <dlfcn.h>
int main(void) { void *l = dlopen("libhsa-runtime64.so", RTLD_LAZY); return l == 0 || !dlsym(l, "hsa_init"); }
END
mkdir bin
gcc open.c -o bin/opener
(PATH=$PWD/bin:$PATH && hsa-run -- opener)
# What the program's user has set stays.
[ "$(LD_LIBRARY_PATH=/nowhere hsa-run -- sh -c 'echo $LD_LIBRARY_PATH-$LD_PRELOAD')" = \
	"$(realpath "$BUILD/lib/hsaemu/hsa"):/nowhere-" ]
run 2 '' hsa-run --
grep -q 'expected a program' err
run 127 '' hsa-run -- ./nobody
grep -q '^hsa-run: error: ./nobody: No such file' err
status=0
hsa-run -- sh -c 'kill -TERM $$' || status=$?
[ "$status" = 143 ]
# Somebody who has moved hsa-run away is told.
cp "$BUILD/bin/hsa-run" alone
if [ ! -e /usr/local/lib/hsaemu/hsa ]; then
	run 127 '' ./alone -- ./agent
	grep -q 'libhsa-runtime64.so.1: not installed beside hsa-run' err
fi
