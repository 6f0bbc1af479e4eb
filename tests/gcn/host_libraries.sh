# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Programs with the libraries, whose kernels run as code of a GPU: those of tests/hsa, tests/lib and tests/opencl.
# host_libraries.txt says which of them do not run, and why. Every second one is run (FORMS_SHARE=0/1: all).
case $BUILD in *asan|*tsan|*fuzz) echo "those programs run by themselves with sanitizers"; exit 77 ;; esac
HSAEMU_DEEP=none
HSAEMU_BINDIR=$BUILD/bin # the programs have the libraries in them, and lie apart from the tools
HSAEMU_LINT=1 # the HSA runtime says then what was refused
export HSAEMU_DEEP HSAEMU_BINDIR HSAEMU_LINT
ran=0
fail() { # NAME WHY
	echo "$1: $2"
	cat log
	exit 1
}
cd "$TOP/tests"
for f in $(printf '%s\n' hsa/*.c lib/*.c opencl/*.c | share 0/2); do
	name=${f%.c}
	entry=$(grep "^[a-z]* $name " "$T/host_libraries.txt") || entry="runs $name "
	text=${entry#"${entry%% *} $name "}
	cd "$W"
	rm -rf run
	mkdir run
	cd run
	case $entry in
	runs*)
		status=0
		"$BUILD/tests/$name" >../log 2>&1 </dev/null || status=$?
		cd ..
		[ $status = 0 ] || [ $status = 77 ] || fail "$name" "status $status"
		ran=$((ran + 1)) ;;
	refused*)
		status=0
		"$BUILD/tests/$name" >../log 2>&1 </dev/null || status=$?
		cd ..
		[ $status != 0 ] || fail "$name" "is not refused any more"
		# what it needs may not be installed
		[ $status = 77 ] || grep -qF "$text" log || fail "$name" "is refused, but not by '$text'" ;;
	differs*|apart*) ;;
	*) echo "host_libraries.txt: $entry"; exit 1 ;;
	esac
	cd "$TOP/tests"
done
sed -n 's/^[a-z]* \([a-z]*\/[a-z_]*\) .*/\1/p' "$T/host_libraries.txt" | while read -r name; do
	[ -e "$name.c" ] || { echo "host_libraries.txt: there is no $name"; exit 1; }
done
echo "$ran programs"
