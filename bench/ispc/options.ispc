// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define STEPS 64

static inline float normal(float x)
{
	float t = 1.0f / (0.2316419f * abs(x) + 1.0f);
	float p = (((1.330274429f * t - 1.821255978f) * t + 1.781477937f) * t - 0.356563782f) * t + 0.31938153f;
	float tail = 0.39894228f * exp(-0.5f * x * x) * p * t;
	return x > 0.0f ? 1.0f - tail : tail;
}

export void ispc_black_scholes(const uniform float price[], const uniform float strike[], const uniform float years[],
	const uniform float rate[], const uniform float volatility[], uniform float result[], uniform uint32 n)
{
	foreach (i = 0 ... n) {
		float s = price[i], k = strike[i], t = years[i], r = rate[i], v = volatility[i];
		float spread = v * sqrt(t);
		float d1 = (log(s / k) + (r + v * v * 0.5f) * t) / spread;
		float d2 = d1 - spread;
		result[i] = s * normal(d1) - k * exp(-r * t) * normal(d2);
	}
}

export void ispc_binomial(const uniform float price[], const uniform float strike[], const uniform float years[],
	const uniform float rate[], const uniform float volatility[], uniform float result[], uniform uint32 n)
{
	foreach (i = 0 ... n) {
		float s = price[i], k = strike[i], t = years[i], r = rate[i], v = volatility[i];
		float worth[STEPS];
		float dt = t / STEPS;
		float up = exp(v * sqrt(dt)), discount = exp(r * dt);
		float down = 1.0f / up;
		float likely = (discount - down) / (up - down), back = 1.0f / discount;
		for (uniform int j = 0; j < STEPS; j++)
			worth[j] = max(0.0f, s * pow(up, (float)(2.0f * j - STEPS)) - k);
		for (uniform int j = STEPS - 1; j >= 0; j--)
			for (uniform int m = 0; m < j; m++)
				worth[m] = ((1.0f - likely) * worth[m] + likely * worth[m + 1]) * back;
		result[i] = worth[0];
	}
}
