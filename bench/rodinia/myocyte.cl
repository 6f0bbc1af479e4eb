// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rates of change of a cell of a rabbit's heart: excitation and contraction after Shannon, Wang,
// Puglisi, Weber and Bers (2004), calmodulin and what it activates after Saucerman and Bers (2008).
// One item of group 0 computes the former, one of group 1 the latter for three compartments.
enum { // of excitation and contraction
	M, H, J, D, F, FCA, XTOS = FCA + 2, YTOS, XTOF, YTOF, XKR, XKS, RYR_R, RYR_O, RYR_I,
	NA_BUFFER, TNC_LOW = NA_BUFFER + 2, TNC_CA, TNC_MG, CAM, MYOSIN_CA, MYOSIN_MG, SR_BUFFER,
	SL_LOW, SL_HIGH = SL_LOW + 2, CSQN = SL_HIGH + 2, CA_SR, NA, NA_I = NA + 2, K_I,
	CA, CA_I = CA + 2, V, RTOS, UNUSED, CURRENTS = UNUSED + 2, STATES = CURRENTS + 4,
	CAM_STATES = 15, CALMODULIN = STATES,
	CAM_PARAMETERS = 5, CYCLE = 15, POTASSIUM, MAGNESIUM,
};

#define FARADAY 96485.0f
#define F_OVER_RT (FARADAY / 8314.0f / 310.0f)
#define CAPACITY 1.381e-10f // of the membrane
#define VOLUME (3.1416f * 10.25f * 10.25f * 100.0f * 1e-15f)
#define MYO (0.65f * VOLUME)
#define SR (0.035f * VOLUME)
#define SL (0.02f * VOLUME)
#define JUNCTION (0.0539f * 0.01f * VOLUME)
#define K_OUT 5.4f
#define NA_OUT 140.0f
#define CA_OUT 1.8f
#define CL_OUT 150.0f
#define CL_IN 15.0f
#define MG_IN 1.0f

typedef struct {
	float na, k, ca, cl;
	float l_type, exchanger, pump, background; // parts of the calcium's
} currents;

// Not inlined: all of it at once is more than a compiler should have to look at.
#define APART static __attribute__((noinline))

APART float exponential(float x)
{
	return exp(x);
}

APART float logarithm(float x)
{
	return log(x);
}

APART float power(float x, float y)
{
	return pow(x, y);
}

static float logistic(float x)
{
	return 1 / (1 + exponential(-x));
}

static float square(float x)
{
	return x * x;
}

static float cube(float x)
{
	return x * x * x;
}

static float relax(float now, float end, float time)
{
	return (end - now) / time;
}

static float binding(float on, float off, float free, float most, float bound)
{
	return on * free * (most - bound) - off * bound;
}

APART void sodium_gates(global const float *y, global float *dy)
{
	float v = y[V], open_h = 0, open_j = 0, shut_h, shut_j;
	float open_m = 0.32f * (v + 47.13f) / (1 - exponential(-0.1f * (v + 47.13f)));
	if (v >= -40) {
		shut_h = 1 / (0.13f * (1 + exponential((v + 10.66f) / -11.1f)));
		shut_j = 0.3f * exponential(-2.535e-7f * v) * logistic(0.1f * (v + 32));
	} else {
		open_h = 0.135f * exponential((80 + v) / -6.8f);
		shut_h = 3.56f * exponential(0.079f * v) + 3.1e5f * exponential(0.35f * v);
		open_j = (-127140 * exponential(0.2444f * v) - 3.474e-5f * exponential(-0.04391f * v)) *
			 (v + 37.78f) * logistic(-0.311f * (v + 79.23f));
		shut_j = 0.1212f * exponential(-0.01052f * v) * logistic(0.1378f * (v + 40.14f));
	}
	dy[M] = open_m * (1 - y[M]) - 0.08f * exponential(v / -11) * y[M];
	dy[H] = open_h * (1 - y[H]) - shut_h * y[H];
	dy[J] = open_j * (1 - y[J]) - shut_j * y[J];
}

APART void potassium_gates(global const float *y, global float *dy)
{
	float v = y[V];
	float kr = 0.00138f * (v + 7) / (1 - exponential(-0.123f * (v + 7))) +
		   6.1e-4f * (v + 10) / (exponential(0.145f * (v + 10)) - 1);
	float ks = 7.19e-5f * (v + 30) / (1 - exponential(-0.148f * (v + 30))) +
		   1.31e-4f * (v + 30) / (exponential(0.0687f * (v + 30)) - 1);
	float x = logistic((v + 3) / 15), down = logistic((v + 33.5f) / -10);
	float slow = logistic((v + 60) / -10);
	dy[XKR] = relax(y[XKR], logistic((v + 50) / 7.5f), 1 / kr);
	dy[XKS] = relax(y[XKS], logistic((v - 1.5f) / 16.7f), 1 / ks);
	dy[XTOS] = relax(y[XTOS], x, 9 * logistic((v + 3) / -15) + 0.5f);
	dy[YTOS] = relax(y[YTOS], down, 3000 * slow + 30);
	dy[RTOS] = relax(y[RTOS], down, 2800 * slow + 220);
	dy[XTOF] = relax(y[XTOF], x, 3.5f * exponential(-v * v / 900) + 1.5f);
	dy[YTOF] = relax(y[YTOF], down, 20 * down + 20);
}

APART void calcium_gates(global const float *y, global float *dy)
{
	float v = y[V], d = logistic((v + 14.5f) / 6);
	float d_time = d * (1 - exponential((v + 14.5f) / -6)) / (0.035f * (v + 14.5f));
	float f = logistic((v + 35.06f) / -3.6f) + 0.6f * logistic((v - 50) / 20);
	float f_time = 1 / (0.0197f * exponential(-square(0.0337f * (v + 14.5f))) + 0.02f);
	dy[D] = relax(y[D], d, d_time);
	dy[F] = relax(y[F], f, f_time);
	for (int i = 0; i < 2; i++)
		dy[FCA + i] = 1.7f * y[CA + i] * (1 - y[FCA + i]) - 11.9e-3f * y[FCA + i];
}

// The constant field's flux of ions of a charge, for what is inside and outside.
APART float field(float v, float charge, float inside, float outside)
{
	float e = exponential(charge * v * F_OVER_RT);
	return charge * charge * v * FARADAY * F_OVER_RT * (inside * e - outside) / (e - 1);
}

APART float exchange(float v, float na, float ca)
{
	float e = exponential(-0.65f * v * F_OVER_RT), na3 = cube(na), out3 = cube(NA_OUT);
	float allowed = 1 / (1 + cube(0.256e-3f / ca));
	float turn = exponential(0.35f * v * F_OVER_RT) * na3 * CA_OUT - e * out3 * ca;
	float bound = 3.59e-3f * out3 * (1 + cube(na / 12.29f)) + cube(87.5f) * ca +
		      cube(12.29f) * CA_OUT * (1 + ca / 3.59e-3f) + 1.3f * na3 + na3 * CA_OUT +
		      out3 * ca;
	return 9 * allowed * turn / (bound * (1 + 0.27f * e));
}

// Currents through one part of the membrane, the junction's (0) or the rest (1).
APART currents membrane(global const float *y, int part)
{
	float v = y[V], na = y[NA + part], ca = y[CA + part];
	float share = part == 0 ? 0.11f : 0.89f, l_share = part == 0 ? 0.9f : 0.1f;
	float e_na = logarithm(NA_OUT / na) / F_OVER_RT, e_ca = logarithm(CA_OUT / ca) / F_OVER_RT / 2;
	float e_cl = logarithm(CL_IN / CL_OUT) / F_OVER_RT;
	float sigma = (exponential(NA_OUT / 67.3f) - 1) / 7;
	float pump = 1.90719f /
		     (1 + 0.1245f * exponential(-0.1f * v * F_OVER_RT) +
			     0.0365f * sigma * exponential(-v * F_OVER_RT)) *
		     K_OUT / (1 + square(square(11 / na))) / (K_OUT + 1.5f);
	float open = 0.45f * l_share * y[D] * y[F] * (1 - y[FCA + part]);
	float p = power(ca, 1.6f);
	currents c;
	c.l_type = open * 5.4e-4f * field(v, 2, 0.341f * ca, 0.341f * CA_OUT);
	c.exchanger = share * exchange(v, na, ca);
	c.pump = share * 0.0673f * p / (power(0.5e-3f, 1.6f) + p);
	c.background = share * 2.513e-4f * (v - e_ca);
	c.ca = c.l_type + c.background + c.pump - 2 * c.exchanger;
	c.na = share * (16 * cube(y[M]) * y[H] * y[J] + 0.297e-3f) * (v - e_na) +
	       3 * c.exchanger + 3 * share * pump +
	       open * 1.5e-8f * field(v, 1, 0.75f * na, 0.75f * NA_OUT);
	c.cl = share * 0.109625f / (1 + 100e-3f / ca) * (v - e_cl);
	c.k = -2 * share * pump + open * 2.7e-7f * field(v, 1, 0.75f * y[K_I], 0.75f * K_OUT);
	// the junction's part has the rapid gate, as in Rodinia
	float gate = y[part == 0 ? XKR : XKS];
	float slow = 0.07f * (0.057f + 0.19f * logistic((7.2f + log10(ca) - 3) / 0.6f));
	float e_ks = logarithm((K_OUT + 0.01833f * NA_OUT) / (y[K_I] + 0.01833f * y[NA_I])) / F_OVER_RT;
	c.k += share * slow * square(gate) * (v - e_ks);
	return c;
}

// The currents of potassium that are not divided.
APART float potassium(global const float *y)
{
	float v = y[V] - logarithm(K_OUT / y[K_I]) / F_OVER_RT;
	float rapid = 0.03f * y[XKR] * logistic((y[V] + 33) / -22.4f);
	float plateau = 0.001f * logistic(y[V] / 5.98f - 7.488f);
	float outward = 0.06f * y[XTOS] * (y[YTOS] + 0.5f * y[RTOS]) + 0.02f * y[XTOF] * y[YTOF];
	float a = 1.02f * logistic(-0.2385f * (v - 59.215f));
	float b = (0.49124f * exponential(0.08032f * (v + 5.476f)) + exponential(0.06175f * (v - 594.31f))) *
		  logistic(0.5143f * (v + 4.753f));
	return v * (rapid * sqrt(K_OUT / 5.4f) + plateau + outward +
			   0.9f * sqrt(K_OUT / 5.4f) * a / (a + b));
}

static void buffers(global const float *y, global float *dy)
{
	float low[2] = {4.62e-3f * MYO / JUNCTION * 0.1f, 37.38e-3f * MYO / SL};
	float high[2] = {1.65e-3f * MYO / JUNCTION * 0.1f, 13.35e-3f * MYO / SL};
	float sodium[2] = {7.561f, 1.65f}, ca = y[CA_I];
	for (int i = 0; i < 2; i++) {
		dy[NA_BUFFER + i] = binding(0.1e-3f, 1e-3f, y[NA + i], sodium[i], y[NA_BUFFER + i]);
		dy[SL_LOW + i] = binding(100, 1.3f, y[CA + i], low[i], y[SL_LOW + i]);
		dy[SL_HIGH + i] = binding(100, 30e-3f, y[CA + i], high[i], y[SL_HIGH + i]);
	}
	dy[TNC_LOW] = binding(32.7f, 19.6e-3f, ca, 70e-3f, y[TNC_LOW]);
	dy[TNC_CA] = binding(2.37f, 0.032e-3f, ca, 140e-3f - y[TNC_MG], y[TNC_CA]);
	dy[TNC_MG] = binding(3e-3f, 3.33e-3f, MG_IN, 140e-3f - y[TNC_CA], y[TNC_MG]);
	dy[CAM] = 0;
	dy[MYOSIN_CA] = binding(13.8f, 0.46e-3f, ca, 140e-3f - y[MYOSIN_MG], y[MYOSIN_CA]);
	dy[MYOSIN_MG] = binding(0.0157f, 0.057e-3f, MG_IN, 140e-3f - y[MYOSIN_CA], y[MYOSIN_MG]);
	dy[SR_BUFFER] = binding(100, 60e-3f, ca, 19 * 0.9e-3f, y[SR_BUFFER]);
	dy[CSQN] = binding(100, 65, y[CA_SR], 2.7f, y[CSQN]);
}

// The receptor's states; returns what it and leaks let out of the sarcoplasmic reticulum.
APART float release(global const float *y, global float *dy)
{
	float ca = y[CA], load = 15 - 14 / (1 + power(0.45f / y[CA_SR], 2.5f));
	float opens = 10 / load * square(ca), shuts = 0.5f * load * ca;
	float rest = 1 - y[RYR_R] - y[RYR_O] - y[RYR_I];
	float to_o = opens * y[RYR_R] - 0.06f * y[RYR_O];
	float to_i = shuts * y[RYR_O] - 0.005f * y[RYR_I];
	dy[RYR_R] = 0.005f * rest - shuts * y[RYR_R] - to_o;
	dy[RYR_O] = to_o - to_i;
	dy[RYR_I] = to_i - (0.06f * y[RYR_I] - opens * rest);
	return 25 * y[RYR_O] * (y[CA_SR] - ca);
}

static void concentrations(global const float *y, global float *dy, const currents c[2])
{
	float out = release(y, dy), leak = 5.348e-6f * (y[CA_SR] - y[CA]);
	float up = power(y[CA_I] / 0.246e-3f, 1.787f), back = power(y[CA_SR] / 1.7f, 1.787f);
	float uptake = 2.86e-4f * (up - back) / (1 + up + back);
	float na_part = 1 / (1.6382e12f / 3 * 100) * (y[NA + 1] - y[NA]);
	float na_myo = 1 / (1.8308e10f / 3 * 100) * (y[NA_I] - y[NA + 1]);
	float ca_part = 1 / 1.2134e12f * (y[CA + 1] - y[CA]);
	float ca_myo = 1 / 2.68510e11f * (y[CA_I] - y[CA + 1]);
	float scale = CAPACITY / FARADAY;
	float bound = dy[TNC_LOW] + dy[TNC_CA] + dy[TNC_MG] + dy[CAM] + dy[MYOSIN_CA] +
		      dy[MYOSIN_MG] + dy[SR_BUFFER];
	dy[CA_SR] = uptake * MYO / SR - (leak * MYO / SR + out) - dy[CSQN];
	dy[NA] = (na_part - c[0].na * scale) / JUNCTION - dy[NA_BUFFER];
	dy[NA + 1] = (na_myo - na_part - c[1].na * scale) / SL - dy[NA_BUFFER + 1];
	dy[NA_I] = -na_myo / MYO;
	dy[K_I] = 0;
	dy[CA] = (ca_part - c[0].ca * scale / 2 + out * SR + leak * MYO) / JUNCTION -
		 dy[SL_LOW] - dy[SL_HIGH];
	dy[CA + 1] = (ca_myo - ca_part - c[1].ca * scale / 2) / SL - dy[SL_LOW + 1] -
		     dy[SL_HIGH + 1];
	dy[CA_I] = -uptake - bound - ca_myo / MYO;
}

static void excitation(float time, global const float *y, global float *dy, float cycle)
{
	const float per_ms = CAPACITY / (MYO * 2 * FARADAY) * 1e3f;
	currents c[2] = {membrane(y, 0), membrane(y, 1)};
	sodium_gates(y, dy);
	potassium_gates(y, dy);
	calcium_gates(y, dy);
	buffers(y, dy);
	concentrations(y, dy, c);
	float e_cl = logarithm(CL_IN / CL_OUT) / F_OVER_RT;
	float sum = 9e-3f * (y[V] - e_cl) + potassium(y);
	for (int i = 0; i < 2; i++)
		sum += c[i].na + c[i].k + c[i].ca + c[i].cl;
	dy[V] = (fmod(time, cycle) <= 5 ? 9.5f : 0.0f) - sum;
	dy[UNUSED] = dy[UNUSED + 1] = 0;
	dy[CURRENTS] = -(c[0].l_type + c[1].l_type) * per_ms;
	dy[CURRENTS + 1] = -(c[0].pump + c[1].pump) * per_ms;
	dy[CURRENTS + 2] = 2 * (c[0].exchanger + c[1].exchanger) * per_ms;
	dy[CURRENTS + 3] = -(c[0].background + c[1].background) * per_ms;
}

// Calmodulin with 0, 2 and 4 calcium ions: free (0 to 2), buffered (3 to 5), on its kinase in five
// states (6 to 10), and on calcineurin (12 to 14), which without it is 11. Returns the calcium's rate.
APART float calmodulin(global const float *y, global float *dy, global const float *total, float k,
	float mg, float ca)
{
	float ca2 = ca * ca;
	float d2 = mg <= 1 ? 0.0025f * (1 + k / 0.94f - mg / 0.012f) * (1 + k / 8.1f + mg / 0.022f)
			   : 0.0025f * (1 + k / 0.94f - 1 / 0.012f + (mg - 1) / 0.060f) *
				     (1 + k / 8.1f + 1 / 0.022f + (mg - 1) / 0.068f);
	float d4 = mg <= 1 ? 0.128f * (1 + k / 0.64f + mg / 0.0014f) * (1 + k / 13 - mg / 0.153f)
			   : 0.128f * (1 + k / 0.64f + 1 / 0.0014f + (mg - 1) / 0.005f) *
				     (1 + k / 13 - 1 / 0.153f + (mg - 1) / 0.150f);
	const float off2 = 10, off4 = 500, off_kinase = 2.2f, on_kinase = 2.2f / 33.5e-3f;
	const float off_buffer = 0.0014f, on_buffer = 0.0014f / 0.2f, on_can = 46, off_can = 0.0013f;
	float on2 = off2 / d2, on4 = off4 / d4, kinase = total[2];
	// calcium's binding: to free, buffered and calcineurin's calmodulin
	float free2 = on2 * ca2 * y[0] - off2 * y[1], free4 = on4 * ca2 * y[1] - off4 * y[2];
	float held2 = on2 * ca2 * y[3] - off2 / 100 * y[4];
	float held4 = on4 * ca2 * y[4] - off4 * y[5];
	float can2 = on2 * ca2 * y[12] - off2 / 165 * y[13];
	float can4 = on4 * ca2 * y[13] - off2 / 2508 * y[14];
	// calmodulin's binding
	float room = total[1] - y[3] - y[4] - y[5];
	float hold0 = on_buffer * y[0] * room - off_buffer * y[3];
	float hold2 = on_buffer * y[1] * room - off_buffer / 100 * y[4];
	float hold4 = on_buffer * y[2] * room - off_buffer / 100 * y[5];
	float idle_can = total[3] - y[11] - y[12] - y[13] - y[14];
	float ready = 2 * ca2 * idle_can - y[11];
	float take0 = on_can * y[0] * y[11] - 165 * 2508 * off_can * y[12];
	float take2 = on_can * y[1] * y[11] - 2508 * off_can * y[13];
	float take4 = on_can * y[2] * y[11] - off_can * y[14];
	float idle = 1 - y[6] - y[7] - y[8] - y[9] - y[10];
	float start2 = on_kinase * y[1] * idle - 5 * on_kinase * y[6];
	float start4 = on_kinase * y[2] * idle - off_kinase * y[7];
	float load = on4 * ca2 * y[6] - off4 * 33.5e-3f / 5 * y[7];
	// the kinase's phosphorylation and its end
	float active = y[7] + y[8] + y[9] + y[10], end = 1.72f * total[4];
	float turn = 0.055f * active + 0.0074f * square(active) + 0.015f * cube(active);
	float to8 = turn * y[7] - end * y[8] / (11.5f + kinase * y[8]);
	float to9 = off4 * 33.5e-6f / 5 * y[8] - on4 * ca2 * y[9];
	float leave4 = off_kinase / 1000 * y[8] - on_kinase * y[2] * y[10];
	float leave2 = 5 * on_kinase * y[9] - on_kinase * y[1] * y[10];
	float end9 = end * y[9] / (11.5f + kinase * y[9]);
	float end10 = end * y[10] / (11.5f + kinase * y[10]);
	dy[0] = 1e-3f * (-free2 - hold0 - take0);
	dy[1] = 1e-3f * (free2 - free4 - hold2 - take2 + kinase * (leave2 - start2));
	dy[2] = 1e-3f * (free4 - hold4 - take4 + kinase * (leave4 - start4));
	dy[3] = 1e-3f * (hold0 - held2);
	dy[4] = 1e-3f * (held2 + hold2 - held4);
	dy[5] = 1e-3f * (held4 + hold4);
	dy[6] = 1e-3f * (start2 - load + end9);
	dy[7] = 1e-3f * (start4 + load - to8);
	dy[8] = 1e-3f * (to8 - leave4 - to9);
	dy[9] = 1e-3f * (to9 - leave2 - end9);
	dy[10] = 1e-3f * (leave4 + leave2 - end10);
	dy[11] = 1e-3f * (ready - take0 - take2 - take4);
	dy[12] = 1e-3f * (take0 - can2);
	dy[13] = 1e-3f * (take2 + can2 - can4);
	dy[14] = 1e-3f * (take4 + can4);
	return 1e-3f * (2 * kinase * (to9 - load) -
			       2 * (free2 + free4 + held2 + held4 + ready + can2 + can4));
}

kernel void kernel_gpu_opencl(int time, global float *y, global float *dy, global float *parameters,
	global float *com)
{
	if (get_local_id(0) != 0)
		return;
	if (get_group_id(0) == 0)
		excitation(time, y, dy, parameters[CYCLE]);
	for (int i = 0; get_group_id(0) == 1 && i < 3; i++) {
		int from = CALMODULIN + i * CAM_STATES;
		com[i] = calmodulin(y + from, dy + from, parameters + i * CAM_PARAMETERS,
			parameters[POTASSIUM], parameters[MAGNESIUM], y[CA + i] * 1e3f);
	}
}
