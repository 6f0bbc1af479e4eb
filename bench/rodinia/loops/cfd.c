/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

struct gas {
	float density, momentum[3], energy, velocity[3], speed, pressure, sound;
};

static struct gas gas_at(const float *variables, size_t step, size_t i)
{
	struct gas g = {.density = variables[i], .energy = variables[4 * step + i]};
	float square = 0;
	for (size_t k = 0; k < 3; k++) {
		g.momentum[k] = variables[(1 + k) * step + i];
		g.velocity[k] = g.momentum[k] / g.density;
		square += g.velocity[k] * g.velocity[k];
	}
	g.speed = sqrtf(square);
	g.pressure = 0.4f * (g.energy - 0.5f * g.density * square);
	g.sound = sqrtf(1.4f * g.pressure / g.density);
	return g;
}

void rodinia_cfd_factors(const float *variables, const float *areas, float *factors, size_t cells)
{
#pragma omp parallel for
	for (size_t i = 0; i < cells; i++) {
		struct gas g = gas_at(variables, cells, i);
		factors[i] = 0.5f / (sqrtf(areas[i]) * (g.speed + g.sound));
	}
}

/* Adds what flows through a face of area and direction `normal`, half of it from each side. */
static void cfd_add_flow(float sum[5], const struct gas *g, const float normal[3])
{
	float through = 0;
	for (int k = 0; k < 3; k++)
		through += 0.5f * normal[k] * g->velocity[k];
	sum[0] += through * g->density;
	for (int k = 0; k < 3; k++)
		sum[1 + k] += through * g->momentum[k] + 0.5f * normal[k] * g->pressure;
	sum[4] += through * (g->energy + g->pressure);
}

static void cfd_add_face(float sum[5], const struct gas *g, const struct gas *o,
	const float normal[3])
{
	float area = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
	float viscosity = -0.1f * area * (g->speed + o->speed + g->sound + o->sound);
	sum[0] += viscosity * (g->density - o->density);
	for (int k = 0; k < 3; k++)
		sum[1 + k] += viscosity * (g->momentum[k] - o->momentum[k]);
	sum[4] += viscosity * (g->energy - o->energy);
	cfd_add_flow(sum, o, normal);
	cfd_add_flow(sum, g, normal);
}

void rodinia_cfd_fluxes(const int32_t *neighbours, const float *normals, const float *variables,
	const float *far_field, float *fluxes, size_t cells)
{
	struct gas outside = gas_at(far_field, 1, 0);
#pragma omp parallel for
	for (size_t i = 0; i < cells; i++) {
		struct gas g = gas_at(variables, cells, i);
		float sum[5] = {0};
		for (size_t f = 0; f < 4; f++) {
			int32_t other = neighbours[f * cells + i];
			float normal[3] = {normals[f * cells + i], normals[(f + 4) * cells + i],
				normals[(f + 8) * cells + i]};
			if (other >= 0) {
				struct gas o = gas_at(variables, cells, (size_t)other);
				cfd_add_face(sum, &g, &o, normal);
			} else if (other == -1) {
				for (int k = 0; k < 3; k++)
					sum[1 + k] += normal[k] * g.pressure;
			} else {
				cfd_add_flow(sum, &outside, normal);
				cfd_add_flow(sum, &g, normal);
			}
		}
		for (size_t k = 0; k < 5; k++)
			fluxes[k * cells + i] = sum[k];
	}
}

void rodinia_cfd_step(const float *old, float *variables, const float *factors, const float *fluxes,
	size_t cells, float part)
{
#pragma omp parallel for
	for (size_t i = 0; i < 5 * cells; i++)
		variables[i] = old[i] + part * factors[i % cells] * fluxes[i];
}
