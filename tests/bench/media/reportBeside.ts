import { median, type Report } from '../row.ts'

export interface Beside {
  name: string
  unit: string
  own: readonly number[]
  rival: { name: string; samples: readonly number[] }
  /** Largest allowed ratio of the medians; by default there is no aim. */
  most?: number
}

/** Reports a quantity beside a rival's of the same run, and the ratio of both in a row of its own. */
export function reportBeside(report: Report, { name, unit, own, rival, most }: Beside): void {
  const against = { name: rival.name, value: median(rival.samples) }
  report({ name, unit, samples: own, against })
  if (most === undefined) return
  const samples = [median(own) / against.value]
  report({ name: `${name}: times the ${rival.name}’s`, unit: '×', samples, aim: { most } })
}
