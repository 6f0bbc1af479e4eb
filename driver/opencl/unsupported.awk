# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Constructs of OpenCL C that there is nothing for: names of functions, types and constants. What has such a name, or "".
function unsupported(name) {
	if (name ~ /^(enqueue_kernel|get_kernel_)/)
		return "enqueue_kernel and queries of blocks"
	if (name ~ /^(get_default_queue|ndrange_[123]D|enqueue_marker|create_user_event|(retain|release|is_valid)_event)$/ ||
		name ~ /^(set_user_event_status|capture_event_profiling_info|queue_t|ndrange_t|clk_event_t|CLK_NULL_QUEUE)$/ ||
		name ~ /^(CLK_NULL_EVENT|CLK_ENQUEUE_FLAGS_[A-Z_]*)$/)
		return "queues of the device (" name ")"
	if (name ~ /_pipe(_[0-9a-z]*)?$/ || name ~ /^(pipe|reserve_id_t|is_valid_reserve_id|get_pipe_[a-z_]*|CLK_NULL_RESERVE_ID)$/)
		return "pipes"
	return ""
}
