import { editDistance } from '../../../shared/editDistance.ts'

const maxNearest = 3
/** The part of an id that may be wrong. */
const maxWrongShare = 0.3

/** Returns at most three of the ids that the typed one may be meant for, the nearest first. */
export function nearestIds(typed: string, ids: readonly string[]): string[] {
  const wanted = plain(typed)
  const farthest = Math.max(2, wanted.length * maxWrongShare)
  return ids
    .map((id) => ({ id, distance: distanceOf(wanted, plain(id)) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxNearest)
    .map(({ id }) => id)
}

/** An id that goes on where the typed one ends is near: a date or a size was left out. */
function distanceOf(wanted: string, id: string): number {
  if (wanted.length > 2 && id.includes(wanted)) return 1
  return editDistance(wanted, id)
}

function plain(id: string): string {
  return id.toLowerCase().replaceAll(/[\s._-]+/g, '-')
}
