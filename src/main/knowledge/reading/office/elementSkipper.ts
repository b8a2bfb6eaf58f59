import type { XmlElement } from '../archives/readXml.ts'

/** Leaves elements out of a document with all that is in them. */
export interface ElementSkipper {
  /** Returns whether an element is left out. Each needs a call of `close`. */
  open: (element: XmlElement) => boolean
  close: () => boolean
  /** The element that is left out now, or `undefined`. */
  skipped: () => string | undefined
}

/**
 * Creates a skipper of elements with given names. Of content that is there in several versions
 * (`mc:AlternateContent`) it takes the first, which is that of the newest programs.
 */
export function createElementSkipper(names: ReadonlySet<string>): ElementSkipper {
  const open: string[] = []
  /** For each open `AlternateContent`, whether its first version has begun. */
  const alternatives: boolean[] = []
  let root: string | undefined
  let rootDepth = 0

  function isLeftOut(name: string): boolean {
    if (names.has(name)) return true
    if (name !== 'Choice' && name !== 'Fallback') return false
    const hasBegun = alternatives.at(-1) ?? false
    if (alternatives.length > 0) alternatives[alternatives.length - 1] = true
    return hasBegun
  }

  return {
    open({ name }) {
      open.push(name)
      if (root !== undefined) return true
      if (name === 'AlternateContent') alternatives.push(false)
      if (!isLeftOut(name)) return false
      root = name
      rootDepth = open.length
      return true
    },
    close() {
      const name = open.pop()
      if (root === undefined) {
        if (name === 'AlternateContent') alternatives.pop()
        return false
      }
      if (open.length < rootDepth) root = undefined
      return true
    },
    skipped: () => root,
  }
}
