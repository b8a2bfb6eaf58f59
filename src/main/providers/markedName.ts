const maxStemLength = 80
const markPattern = /\[parley-[\w-]+\](?:\.\w{1,10})?$/

/**
 * Returns the name of a file at a service: readable there, and found again by a mark that no other
 * file has, if the answer to its upload is lost. The ending stays last, as services look at it.
 */
export function markedName(stem: string, mark: string, ending: string): string {
  // Letters, digits and a few signs: a service may refuse any other.
  const plain = stem.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ').trim()
  const short = plain.slice(0, maxStemLength).toWellFormed().trimEnd()
  return `${short} [parley-${mark}]${ending}`.trimStart()
}

/** Tells whether a Parley, on this computer or another, has given a file its name. */
export function isMarkedName(name: string): boolean {
  return markPattern.test(name)
}
