import { readdirSync, readFileSync } from 'node:fs'

/** Of /proc/<pid>/stat: Linux counts so for every program, whatever the kernel's own clock. */
const ticksPerSecond = 100

interface ProcessStat {
  parent: number
  /** Of the processor, of all its threads. */
  milliseconds: number
}

/** Processor time that a process and all below it have used; those that have ended are left out. */
export function processorMilliseconds(rootProcess: number): Map<number, number> {
  const stats = readStats()
  const within = (id: number): boolean => {
    for (let at: number | undefined = id; at; at = stats.get(at)?.parent) {
      if (at === rootProcess) return true
    }
    return false
  }
  return new Map(
    [...stats].filter(([id]) => within(id)).map(([id, { milliseconds }]) => [id, milliseconds]),
  )
}

/** What was used between two readings, in percent of one core. */
export function percentOfCore(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  milliseconds: number,
): number {
  let used = 0
  for (const [id, total] of after) used += total - (before.get(id) ?? 0)
  return (used / milliseconds) * 100
}

function readStats(): Map<number, ProcessStat> {
  const stats = new Map<number, ProcessStat>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readStat(name)
    if (stat) stats.set(Number(name), stat)
  }
  return stats
}

function readStat(id: string): ProcessStat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${id}/stat`, 'latin1')
  } catch {
    // It has ended since it was listed.
    return undefined
  }
  // The name stands in brackets and may hold anything: state and parent come behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { parent: Number(fields[1]), milliseconds: (ticks * 1000) / ticksPerSecond }
}
