import type { Inline } from '../syntax/tree.ts'

/** A paragraph is laid out as a whole: one that weighs more would hold the page. */
const maxWeight = 1000
/**
 * The weight of a mark that makes one simple element; a button, a picture or a reading aid weighs
 * one.
 */
const markWeight = 0.1
/** A formula has about one element for each letter, and several for itself. */
const formulaWeight = 1
const letterWeight = 0.05

const rubyTag = /^<(?:ruby|rt|rp)\b/i

/** Returns whether so much stands in one text that it is shown as it was written. */
export function isTooHeavy(inlines: readonly Inline[]): boolean {
  return weigh(inlines) > maxWeight
}

function weigh(inlines: readonly Inline[]): number {
  let weight = 0
  for (const inline of inlines) weight += weightOf(inline)
  return weight
}

function weightOf(inline: Inline): number {
  switch (inline.type) {
    case 'text':
    case 'softBreak':
      return 0
    case 'image':
    case 'footnoteReference':
    case 'sourceReference':
      return 1
    case 'html':
      return rubyTag.test(inline.html) ? 1 : markWeight
    case 'math':
      return formulaWeight + inline.tex.length * letterWeight
    case 'hardBreak':
    case 'code':
      return markWeight
    default:
      return markWeight + weigh(inline.children)
  }
}
