import { appendNode } from './nodeList.ts'
import type { NodeList } from './nodeList.ts'

/** Adds the break for the line end at a position. Returns the position of the next line's text. */
export function takeLineEnd(list: NodeList, text: string, position: number): number {
  const last = list.last
  let isHard = false
  if (last?.value.type === 'text') {
    isHard = last.value.text.endsWith('  ')
    last.value.text = trimSpacesEnd(last.value.text)
  }
  appendNode(list, { type: isHard ? 'hardBreak' : 'softBreak' })
  return skipSpaces(text, position + 1)
}

/** Returns the first position from this one on that is neither a space nor a tab. */
export function skipSpaces(text: string, position: number): number {
  let end = position
  while (text[end] === ' ' || text[end] === '\t') end += 1
  return end
}

/** Removes spaces, tabs and line ends at the end. */
export function trimSpacesEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n\r'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
