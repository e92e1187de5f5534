/**
 * Adds uses to a trend by forward decay (Cormode, Shkapenyuk, Srivastava, Xu 2009): older uses count half after each
 * half-life, yet the stored value does not have to be updated for that. A trend is a time in milliseconds since 1970:
 * the time at which a single use of weight 1 would count as much. In half-lives it is `log2(2^trend + weight ×
 * 2^time)`; the larger term is taken out of the sum, so that it cannot overflow. Larger is better; null if there was no
 * use yet.
 */
export function addToTrend(
  trend: number | null,
  weight: number,
  { time, halfLifeMs }: { time: number; halfLifeMs: number },
): number {
  const added = time + halfLifeMs * Math.log2(weight)
  if (trend === null) return added
  const difference = Math.abs(trend - added) / halfLifeMs
  return Math.max(trend, added) + halfLifeMs * Math.log2(1 + 2 ** -difference)
}
