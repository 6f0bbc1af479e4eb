// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rodinia's nn, written anew: distances of locations from a point.
typedef struct {
	float lat, lng;
} location;

kernel void NearestNeighbor(
	global const location *locations, global float *distances, int n, float lat, float lng)
{
	int i = get_global_id(0);
	if (i >= n)
		return;
	float a = lat - locations[i].lat, b = lng - locations[i].lng;
	distances[i] = sqrt(a * a + b * b);
}
