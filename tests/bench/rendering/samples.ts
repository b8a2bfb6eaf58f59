/** Samples by name, in the order of measurement. */
export interface Samples<Name extends string> {
  add: (name: Name, sample: number) => void
  of: (name: Name) => readonly number[]
  /** Returns the ratio of each sample to the other's sample of the same round. */
  ratios: (name: Name, other: Name) => number[]
}

export function createSamples<Name extends string>(): Samples<Name> {
  const samples = new Map<Name, number[]>()
  const of = (name: Name): number[] => samples.get(name) ?? []
  return {
    of,
    add: (name, sample) => void samples.set(name, [...of(name), sample]),
    ratios: (name, other) => of(name).map((sample, index) => sample / (of(other)[index] ?? NaN)),
  }
}
