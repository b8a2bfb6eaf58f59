import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'

/** Characters of the shortest text that is split: a shorter one is refused for another reason. */
const shortestLength = 400

/** Places to split a text at, the best first: after a sentence or a line, after a word. */
const breaks = [/[.!?。！？]\s+|[。！？]|\n+/gu, /\s+/gu]

/** Returns the two halves of a text, whole words if possible; undefined for a short one. */
export function halveText(text: string): [string, string] | undefined {
  if (text.length < shortestLength) return undefined
  const middle = middleOf(text)
  return [text.slice(0, middle), text.slice(middle)]
}

/** Splits a text until each part is estimated below this many tokens, or is too short to split. */
export function splitText(text: string, maxTokens: number): string[] {
  const halves = estimateTextTokens(text) < maxTokens ? undefined : halveText(text)
  return halves ? halves.flatMap((half) => splitText(half, maxTokens)) : [text]
}

/** The break nearest to the middle, within the middle half of the text. */
function middleOf(text: string): number {
  const middle = Math.ceil(text.length / 2)
  for (const pattern of breaks) {
    const ends = [...text.matchAll(pattern)].map(({ 0: found, index }) => index + found.length)
    const [nearest] = ends.toSorted((one, other) => distance(one, middle) - distance(other, middle))
    if (nearest !== undefined && distance(nearest, middle) < text.length / 4) return nearest
  }
  // Never within a character of two units.
  return /[\uDC00-\uDFFF]/.test(text.charAt(middle)) ? middle + 1 : middle
}

function distance(one: number, other: number): number {
  return Math.abs(one - other)
}
