// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortest paths between all nodes that may also go by node `pass`; a group has a row.
kernel void floydWarshallPass(global uint *pathDistanceBuffer, global uint *pathBuffer, uint width,
	uint pass)
{
	uint row = (uint)get_group_id(0) * width, at = row + (uint)get_local_id(0);
	uint way = pathDistanceBuffer[row + pass] +
		pathDistanceBuffer[pass * width + (uint)get_local_id(0)];
	if (way < pathDistanceBuffer[at]) {
		pathDistanceBuffer[at] = way;
		pathBuffer[at] = pass;
	}
}
