// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prices of calls, by the formula of Black and Scholes and by a tree of up and down moves.
static float normal(float x)
{
	float t = 1.0f / fma(0.2316419f, fabs(x), 1.0f);
	float p = fma(fma(fma(fma(1.330274429f, t, -1.821255978f), t, 1.781477937f), t, -0.356563782f), t, 0.31938153f);
	float tail = 0.39894228f * exp(-0.5f * x * x) * p * t;
	return x > 0.0f ? 1.0f - tail : tail;
}

kernel void black_scholes(global const float *price, global const float *strike, global const float *years,
	global const float *rate, global const float *volatility, global float *result)
{
	uint i = get_global_id(0);
	float s = price[i], k = strike[i], t = years[i], r = rate[i], v = volatility[i];
	float spread = v * sqrt(t);
	float d1 = (log(s / k) + (r + v * v * 0.5f) * t) / spread, d2 = d1 - spread;
	result[i] = s * normal(d1) - k * exp(-r * t) * normal(d2);
}

#define STEPS 64
kernel void binomial(global const float *price, global const float *strike, global const float *years,
	global const float *rate, global const float *volatility, global float *result)
{
	uint i = get_global_id(0);
	float s = price[i], k = strike[i], t = years[i], r = rate[i], v = volatility[i];
	float worth[STEPS];
	float dt = t / STEPS, up = exp(v * sqrt(dt)), down = 1.0f / up, discount = exp(r * dt);
	float likely = (discount - down) / (up - down), back = 1.0f / discount;
	for (int j = 0; j < STEPS; j++)
		worth[j] = fmax(0.0f, s * pow(up, 2.0f * j - STEPS) - k);
	for (int j = STEPS - 1; j >= 0; j--)
		for (int n = 0; n < j; n++)
			worth[n] = ((1.0f - likely) * worth[n] + likely * worth[n + 1]) * back;
	result[i] = worth[0];
}
