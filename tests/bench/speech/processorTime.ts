import { readdirSync, readFileSync } from 'node:fs'

/** The unit of /proc/<pid>/stat, which does not depend on the kernel's clock. */
const ticksPerSecond = 100

interface ProcessStat {
  parent: number
  /** The CPU time of all threads. */
  milliseconds: number
}

/** Returns the CPU time of a process and its descendants, without those that have ended. */
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

/** Returns the use between two readings, in per cent of one core. */
export function percentOfCore(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  milliseconds: number,
): number {
  return (usedBetween(before, after) / milliseconds) * 100
}

/** Returns the CPU time between two readings, in milliseconds. */
export function usedBetween(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number {
  let used = 0
  for (const [id, total] of after) used += total - (before.get(id) ?? 0)
  return used
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
    // The process has ended since it was listed.
    return undefined
  }
  // The name is in brackets and may contain anything. State and parent follow it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { parent: Number(fields[1]), milliseconds: (ticks * 1000) / ticksPerSecond }
}
