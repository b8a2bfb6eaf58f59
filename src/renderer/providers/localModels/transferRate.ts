/** How far a transfer was at a time, in milliseconds. */
export interface TransferSample {
  at: number
  bytes: number
}

const windowMilliseconds = 5000
const spacingMilliseconds = 200

/** The samples of the last seconds with one more; a transfer that starts over starts them anew. */
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

/** Bytes a second over the samples; undefined before there is half a second to tell it by. */
export function transferRate(samples: readonly TransferSample[]): number | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 500) return undefined
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
}
