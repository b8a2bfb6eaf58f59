import { randomBytes } from 'node:crypto'
import { markedName } from '../providers/markedName.ts'

/** Returns a new name for a file at a service, with a random mark. */
export function newRemoteName(name: string): string {
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? (/^\.\w{1,10}$/.exec(name.slice(dot))?.[0] ?? '') : ''
  const stem = name.slice(0, name.length - ending.length)
  return markedName(stem, randomBytes(8).toString('hex'), ending)
}
