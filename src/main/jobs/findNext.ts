import { isActive } from './jobEntry.ts'
import type { JobEntry, JobWork } from './jobEntry.ts'

/** Returns the first job for which its lane and its kind have room. */
export function findNext(
  entries: Iterable<JobEntry>,
): { entry: JobEntry; work: JobWork } | undefined {
  const all = [...entries]
  const running = new Map<string, number>()
  const count = (place: string): number => running.get(place) ?? 0
  for (const { controller, work } of all) {
    if (!controller || !work) continue
    const [lane, kind] = placesOf(work)
    running.set(kind, count(kind) + 1)
    if (holdsLane(work)) running.set(lane, count(lane) + 1)
  }

  function mayRun({ row }: JobEntry, work: JobWork): boolean {
    // A run that only ends earlier work takes nobody's turn.
    if (row.cancelling) return true
    const [lane, kind] = placesOf(work)
    const { maxPerLane = 1, maximum = Infinity } = work.kind
    const most = typeof maxPerLane === 'number' ? maxPerLane : maxPerLane(work.input)
    if (row.state !== 'waiting' || count(kind) >= maximum) return false
    return count(lane) < most || !holdsLane(work)
  }

  for (const entry of all) {
    const { work } = entry
    if (work && !entry.controller && isActive(entry) && mayRun(entry, work)) return { entry, work }
  }
  return undefined
}

function holdsLane({ kind, input }: JobWork): boolean {
  return kind.holdsLane?.(input) ?? true
}

function placesOf({ kind, input }: JobWork): readonly [lane: string, kind: string] {
  const name = kind.definition.kind
  return [`${name} lane ${kind.laneOf?.(input) ?? ''}`, name]
}
