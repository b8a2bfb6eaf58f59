/**
 * Returns the milliseconds before a retry, of which the first is 1: doubled for each, up to a
 * limit, and shortened at random by up to a quarter, so that clients don't come all at once.
 */
export function growingDelay(firstMs: number, retry: number, maxMs: number): number {
  // 2 ** 20 is beyond every limit, and still a number.
  const doubled = firstMs * 2 ** Math.min(retry - 1, 20)
  return Math.min(doubled, maxMs) * (1 - Math.random() * 0.25)
}
