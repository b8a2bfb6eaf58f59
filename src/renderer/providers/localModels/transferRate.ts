/** The bytes transferred at a time in milliseconds. */
export interface TransferSample {
  at: number
  bytes: number
}

const windowMilliseconds = 5000
const spacingMilliseconds = 200

/**
 * Returns the samples of the last seconds with one more. A transfer that starts over drops the
 * earlier ones.
 */
export function withSample(
  samples: readonly TransferSample[],
  sample: TransferSample,
): TransferSample[] {
  const last = samples.at(-1)
  if (last && sample.bytes < last.bytes) return [sample]
  const recent = samples.filter(({ at }) => sample.at - at <= windowMilliseconds)
  const before = recent.at(-2)
  const isClose = before !== undefined && sample.at - before.at < spacingMilliseconds
  return [...(isClose ? recent.slice(0, -1) : recent), sample]
}

/** Returns bytes per second over the samples; undefined until they cover half a second. */
export function transferRate(samples: readonly TransferSample[]): number | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 500) return undefined
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
}
