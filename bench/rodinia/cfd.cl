// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Euler's equations for a compressible gas on cells with four faces each: fluxes through the faces
// with artificial viscosity, steps in time by Runge-Kutta. Variables are columns of nelr cells.
enum { DENSITY, MOMENTUM, ENERGY = MOMENTUM + 3, VARIABLES, FACES = 4, STAGES = 3 };
#define RATIO_OF_HEATS 1.4f
#define SMOOTHING 0.2f

typedef struct {
	float x, y, z;
} vector;

typedef struct {
	float density, energy, pressure, speed, sound;
	vector momentum, velocity;
} state;

kernel void memset_kernel(global char *memory, short value, int count)
{
	int i = get_global_id(0);
	if (i < count)
		memory[i] = value;
}

kernel void initialize_variables(
	global float *variables, constant float *far_field, int nelr)
{
	int i = get_global_id(0);
	if (i >= nelr)
		return;
	for (int v = 0; v < VARIABLES; v++)
		variables[v * nelr + i] = far_field[v];
}

float dot3(vector a, vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

state load(global const float *variables, int nelr, int i)
{
	state s;
	s.density = variables[DENSITY * nelr + i];
	s.momentum.x = variables[MOMENTUM * nelr + i];
	s.momentum.y = variables[(MOMENTUM + 1) * nelr + i];
	s.momentum.z = variables[(MOMENTUM + 2) * nelr + i];
	s.energy = variables[ENERGY * nelr + i];
	s.velocity.x = s.momentum.x / s.density;
	s.velocity.y = s.momentum.y / s.density;
	s.velocity.z = s.momentum.z / s.density;
	float square = dot3(s.velocity, s.velocity);
	s.speed = sqrt(square);
	s.pressure = (RATIO_OF_HEATS - 1.0f) * (s.energy - 0.5f * s.density * square);
	s.sound = sqrt(RATIO_OF_HEATS * s.pressure / s.density);
	return s;
}

kernel void compute_step_factor(global const float *variables, global const float *areas,
	global float *step_factors, int nelr)
{
	int i = get_global_id(0);
	if (i >= nelr)
		return;
	state s = load(variables, nelr, i);
	step_factors[i] = 0.5f / (sqrt(areas[i]) * (s.speed + s.sound));
}

// what flows of the momentum's component m with velocity v, the pressure being on axis 0, 1 or 2
vector momentum_flux(const state *s, float m, int axis)
{
	vector f = {s->velocity.x * m, s->velocity.y * m, s->velocity.z * m};
	f.x += axis == 0 ? s->pressure : 0;
	f.y += axis == 1 ? s->pressure : 0;
	f.z += axis == 2 ? s->pressure : 0;
	return f;
}

vector energy_flux(const state *s)
{
	float h = s->energy + s->pressure;
	vector f = {s->velocity.x * h, s->velocity.y * h, s->velocity.z * h};
	return f;
}

float across(vector half_normal, vector a, vector b)
{
	vector sum = {a.x + b.x, a.y + b.y, a.z + b.z};
	return dot3(half_normal, sum);
}

kernel void compute_flux(global const int *neighbours, global const float *normals,
	global const float *variables, constant float *far_field, global float *fluxes,
	constant vector *far_energy, constant vector *far_x, constant vector *far_y,
	constant vector *far_z, int nelr)
{
	int i = get_global_id(0);
	if (i >= nelr)
		return;
	state s = load(variables, nelr, i);
	vector sx = momentum_flux(&s, s.momentum.x, 0), sy = momentum_flux(&s, s.momentum.y, 1);
	vector sz = momentum_flux(&s, s.momentum.z, 2), se = energy_flux(&s);
	float density = 0, energy = 0;
	vector momentum = {0, 0, 0};
	for (int face = 0; face < FACES; face++) {
		int other = neighbours[face * nelr + i];
		vector normal = {normals[face * nelr + i], normals[(face + FACES) * nelr + i],
			normals[(face + 2 * FACES) * nelr + i]};
		vector half_normal = {0.5f * normal.x, 0.5f * normal.y, 0.5f * normal.z};
		if (other >= 0) {
			state o = load(variables, nelr, other);
			float viscosity = -0.5f * SMOOTHING * sqrt(dot3(normal, normal)) *
					  (s.speed + o.speed + s.sound + o.sound);
			density += viscosity * (s.density - o.density) +
				   across(half_normal, o.momentum, s.momentum);
			energy += viscosity * (s.energy - o.energy) +
				  across(half_normal, energy_flux(&o), se);
			momentum.x += viscosity * (s.momentum.x - o.momentum.x) +
				      across(half_normal, momentum_flux(&o, o.momentum.x, 0), sx);
			momentum.y += viscosity * (s.momentum.y - o.momentum.y) +
				      across(half_normal, momentum_flux(&o, o.momentum.y, 1), sy);
			momentum.z += viscosity * (s.momentum.z - o.momentum.z) +
				      across(half_normal, momentum_flux(&o, o.momentum.z, 2), sz);
		} else if (other == -1) { // a wing
			momentum.x += normal.x * s.pressure;
			momentum.y += normal.y * s.pressure;
			momentum.z += normal.z * s.pressure;
		} else if (other == -2) { // the far field
			vector far_momentum = {far_field[MOMENTUM], far_field[MOMENTUM + 1],
				far_field[MOMENTUM + 2]};
			density += across(half_normal, far_momentum, s.momentum);
			energy += across(half_normal, far_energy[0], se);
			momentum.x += across(half_normal, far_x[0], sx);
			momentum.y += across(half_normal, far_y[0], sy);
			momentum.z += across(half_normal, far_z[0], sz);
		}
	}
	fluxes[DENSITY * nelr + i] = density;
	fluxes[MOMENTUM * nelr + i] = momentum.x;
	fluxes[(MOMENTUM + 1) * nelr + i] = momentum.y;
	fluxes[(MOMENTUM + 2) * nelr + i] = momentum.z;
	fluxes[ENERGY * nelr + i] = energy;
}

kernel void time_step(int stage, int nelr, global const float *old_variables,
	global float *variables, global const float *step_factors, global const float *fluxes)
{
	int i = get_global_id(0);
	if (i >= nelr)
		return;
	float factor = step_factors[i] / (float)(STAGES + 1 - stage);
	for (int v = 0; v < VARIABLES; v++)
		variables[v * nelr + i] =
			old_variables[v * nelr + i] + factor * fluxes[v * nelr + i];
}
