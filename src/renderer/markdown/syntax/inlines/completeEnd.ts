import { isInactive } from './brackets.ts'
import type { Bracket } from './brackets.ts'
import { clearDelimiters, resolveEmphasis } from './delimiters.ts'
import type { Delimiter, DelimiterStack } from './delimiters.ts'
import { isReferenceLike, mayBecomeLink } from './growingEnd.ts'
import { removeNode, wrapNodes } from './nodeList.ts'
import type { NodeList } from './nodeList.ts'

/** Completes what is still open at the end of a text that grows. */
export function completeEnd(
  list: NodeList,
  delimiters: DelimiterStack,
  text: string,
  bracket: Bracket | undefined,
): void {
  for (let open = bracket; open; open = open.below) {
    if (!mayBecomeLink(text, open.textStart)) break
    if (!isInactive(open)) hideBracket(list, delimiters, text, open)
  }
  resolveEmphasis(list, delimiters, undefined)
  removeEmptyEnd(list, delimiters)
  for (let open = delimiters.top; open; open = open.previous) {
    if (open.canBegin && (open.mark !== '~' || open.count === 2)) closeAtEnd(list, open)
  }
}

/** Shows the text of half a link, and nothing of half a picture or of what becomes a number. */
export function hideBracket(
  list: NodeList,
  delimiters: DelimiterStack,
  text: string,
  bracket: Bracket,
): void {
  const { node, isImage, textStart } = bracket
  const end = text.indexOf(']', textStart)
  const inside = text.slice(textStart, end < 0 ? undefined : end)
  const isBehindWord = /\S/.test(text.charAt(textStart - 3))
  if (isImage) cutAtBracket(list, delimiters, bracket, isBehindWord ? '!' : '')
  else if (isReferenceLike(inside)) cutAtBracket(list, delimiters, bracket, '')
  else removeNode(list, node)
}

/** Puts a text in the place of a bracket and of all behind it. */
export function cutAtBracket(
  list: NodeList,
  delimiters: DelimiterStack,
  { node, delimiterBelow }: Bracket,
  text: string,
): void {
  clearDelimiters(delimiters, delimiterBelow)
  list.last = node
  node.next = undefined
  if (text === '') removeNode(list, node)
  else node.value = { type: 'text', text }
}

/** Marks and line ends that have nothing behind them yet. */
function removeEmptyEnd(list: NodeList, delimiters: DelimiterStack): void {
  for (let { last } = list; last; last = list.last) {
    const { top } = delimiters
    if (top?.node === last) clearDelimiters(delimiters, top.previous)
    else if (last.value.type !== 'softBreak' && last.value.type !== 'hardBreak') return
    removeNode(list, last)
  }
}

function closeAtEnd(list: NodeList, { mark, count, node }: Delimiter): void {
  const type = mark === '~' ? 'strikethrough' : count >= 2 ? 'strong' : 'emphasis'
  wrapNodes(list, node, undefined, { type })
  if (count === 3) wrapNodes(list, node, undefined, { type: 'emphasis' })
  removeNode(list, node)
}
