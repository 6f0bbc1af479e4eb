# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Dispatches that break a promise of the kernel's control directives are refused (PRM 13.4).
kernel() { # NAME DIRECTIVES
	echo "prog kernel &$1(kernarg_u64 %out) { $2"
	echo 'ld_kernarg_u64 $d0, [%out]; atomicnoret_add_global_rlx_agent_u32 [$d0], 1; };'
}
{
	echo 'module &limits:1:0:$full:$large:$default;'
	kernel size 'requiredworkgroupsize 8, 4, 2;'
	kernel dim 'requireddim 2;'
	kernel flat 'maxflatworkgroupsize 100;'
	kernel whole 'requirenopartialworkgroups;'
	kernel dynamic 'maxdynamicgroupsize 64;'
} >limits.hsail
hsail-as limits.hsail -o limits.brig
hsail-fin limits.brig -o limits.o
hsa-ld limits.o -o limits.img
accepted() { # KERNEL GRID OPTIONS...
	kernel=$1 grid=$2
	shift 2
	hsa-run limits.img -k "&$kernel" --grid "$grid" -a 'out=u32[1]' "$@" || { echo "$kernel $grid $*" && exit 1; }
}
refused() { # MESSAGE KERNEL GRID OPTIONS...
	message=$1 kernel=$2 grid=$3 status=0
	shift 3
	hsa-run limits.img -k "&$kernel" --grid "$grid" -a 'out=u32[1]' "$@" 2>err || status=$?
	[ $status = 125 ] && grep -qF "dispatch of '&$kernel' refused: $message" err || {
		cat err && echo "$kernel: status $status" && exit 1
	}
}
accepted size 16,8,4 --check 'out=list(512)'
accepted size 16,8,4 --group 8,4,2
refused "work-group is not the kernel's requiredworkgroupsize" size 16,8,4 --group 8,8,1
accepted dim 10,10 --group 5,5
refused "number of dimensions is not the kernel's requireddim" dim 100 --group 10
refused "number of dimensions is not the kernel's requireddim" dim 10,10,1 --group 5,5,1
accepted flat 200 --group 100
refused "work-group is larger than the kernel's maxflatworkgroupsize" flat 200 --group 101
accepted whole 60,4 --group 20,2
refused "grid leaves partial work-groups, which the kernel rules out" whole 60,5 --group 20,2
accepted dynamic 64 --group 32 --dynamic-group 64
refused "dynamic group memory exceeds the kernel's maxdynamicgroupsize" dynamic 64 --group 32 --dynamic-group 65
