// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prices of calls and puts by the formula of Black and Scholes, four in a vector.
// The normal distribution as in Abramowitz and Stegun, 26.2.17.
static float4 normal(float4 x)
{
	float4 t = 1.0f / fma(0.2316419f, fabs(x), 1.0f);
	float4 p = fma(t, 1.330274429f, -1.821255978f);
	p = fma(t, p, 1.781477937f);
	p = fma(t, p, -0.356563782f);
	p = fma(t, p, 0.319381530f) * t;
	float4 tail = 0.398942280f * exp(-0.5f * x * x) * p;
	return x < 0.0f ? tail : 1.0f - tail;
}

kernel void blackScholes(global const float4 *randArray, int width, global float4 *call,
	global float4 *put)
{
	size_t i = get_global_id(1) * width + get_global_id(0);
	float4 at = randArray[i];
	float4 price = mix((float4)100.0f, (float4)10.0f, at), strike = price;
	float4 years = mix((float4)10.0f, (float4)1.0f, at);
	float4 rate = mix((float4)0.05f, (float4)0.01f, at);
	float4 sigma = mix((float4)0.10f, (float4)0.01f, at);
	float4 spread = sigma * sqrt(years);
	float4 d1 = (log(price / strike) + (rate + 0.5f * sigma * sigma) * years) / spread;
	float4 d2 = d1 - spread;
	float4 worth = strike * exp(-rate * years);
	call[i] = price * normal(d1) - worth * normal(d2);
	put[i] = worth * normal(-d2) - price * normal(-d1);
}
