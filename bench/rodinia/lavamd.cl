// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forces between the particles of a box and those of the boxes around it.
enum { PARTICLES = 100, NEIGHBOURS = 26 };

struct vector {
	float v, x, y, z;
};

struct neighbour {
	int x, y, z, number;
	long offset;
};

struct box {
	int x, y, z, number;
	long offset;
	int neighbours;
	struct neighbour neighbour[NEIGHBOURS];
};

struct parameters {
	float alpha;
};

struct dimensions {
	int options[4];
	long boxes;
	long memory[4];
};

kernel void kernel_gpu_opencl(struct parameters parameters, struct dimensions dimensions,
	global const struct box *boxes, global const struct vector *positions,
	global const float *charges, global struct vector *forces)
{
	local struct vector home[PARTICLES], other[PARTICLES];
	local float charge[PARTICLES];
	int number = get_group_id(0), step = get_local_size(0);
	if (number >= dimensions.boxes)
		return;
	global const struct box *box = &boxes[number];
	float a2 = 2 * parameters.alpha * parameters.alpha;
	for (int i = get_local_id(0); i < PARTICLES; i += step)
		home[i] = positions[box->offset + i];
	for (int n = 0; n <= box->neighbours; n++) {
		long offset = n ? boxes[box->neighbour[n - 1].number].offset : box->offset;
		for (int i = get_local_id(0); i < PARTICLES; i += step) {
			other[i] = positions[offset + i];
			charge[i] = charges[offset + i];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int i = get_local_id(0); i < PARTICLES; i += step) {
			struct vector p = home[i], force = forces[box->offset + i];
			for (int j = 0; j < PARTICLES; j++) {
				struct vector q = other[j];
				float r2 = p.v + q.v - (p.x * q.x + p.y * q.y + p.z * q.z);
				float potential = exp(-a2 * r2);
				float scale = 2 * potential;
				force.v += charge[j] * potential;
				force.x += charge[j] * (scale * (p.x - q.x));
				force.y += charge[j] * (scale * (p.y - q.y));
				force.z += charge[j] * (scale * (p.z - q.z));
			}
			forces[box->offset + i] = force;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
