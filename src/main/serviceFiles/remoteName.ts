import { randomBytes } from 'node:crypto'

const maxStemLength = 80
const markPattern = /\[parley-[\w-]+\](?:\.\w{1,10})?$/

/**
 * Returns a new name for a file at a service: readable there, and found again by the random mark.
 * The ending stays last, as services look at it.
 */
export function newRemoteName(name: string): string {
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? (/^\.\w{1,10}$/.exec(name.slice(dot))?.[0] ?? '') : ''
  // Letters, digits and a few signs: a service may refuse any other.
  const stem = name
    .slice(0, name.length - ending.length)
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ')
    .slice(0, maxStemLength)
    .toWellFormed()
    .trim()
  return `${stem} [parley-${randomBytes(8).toString('hex')}]${ending}`.trim()
}

/** Tells whether a Parley, on this computer or another, has given a file its name. */
export function isRemoteName(name: string): boolean {
  return markPattern.test(name)
}
