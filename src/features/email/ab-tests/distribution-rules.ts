/* The few distributions that the statistics need. */

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** The logarithm of the gamma function of a positive number (Lanczos, g = 7: 15 digits). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const t = z + 7.5;
  const sum = LANCZOS.reduce((sum, part, index) => sum + (index === 0 ? part : part / (z + index)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The logarithm of the beta function. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** The complementary error function (Numerical Recipes, `erfccheb`'s rational form: relative error below 1.2e-7). */
function erfc(x: number): number {
  const z = Math.abs(x);
  const t = 1 / (1 + 0.5 * z);
  const parts = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  const ans = t * Math.exp(-z * z + parts.reduceRight((sum, part) => part + t * sum, 0));
  return x >= 0 ? ans : 2 - ans;
}

/** The probability that a standard normal value is at most `z`. */
export function normalCdf(z: number): number {
  return 0.5 * erfc(-z / Math.SQRT2);
}

/** The probability that a chi-square value with so many degrees of freedom is above `x`. */
export function chiSquareTail(x: number, freedom: number): number {
  const isOdd = freedom % 2 === 1;
  let tail = isOdd ? erfc(Math.sqrt(x / 2)) : Math.exp(-x / 2);
  // Q(k + 2) = Q(k) + (x/2)^(k/2) e^(-x/2) / Γ(k/2 + 1)
  for (let k = isOdd ? 1 : 2; k < freedom; k += 2)
    tail += Math.exp((k / 2) * Math.log(x / 2) - x / 2 - logGamma(k / 2 + 1));
  return x <= 0 ? 1 : Math.min(1, tail);
}
