import { characterEntities } from 'character-entities'
import type { DocumentWriter } from '../documentWriter.ts'

const blockTags = new Set(
  'p div li tr br h1 h2 h3 h4 h5 h6 ul ol table section article pre dt dd blockquote hr body'.split(
    ' ',
  ),
)
const skippedTags = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const maxTagLength = 20_000

/**
 * Writes the text of a page tag by tag, without building its tree: for pages that are too long or
 * nested too deeply for that. Tables become lines. Returns its title.
 */
export function writeTags(html: string, writer: DocumentWriter): string | null {
  let text = ''
  let level = 0
  let isItem = false
  let title: string | null = null

  function flush(): void {
    const words = decodeEntities(text)
    text = ''
    if (level > 0) writer.heading(level, words)
    else writer.block(isItem ? 'listItem' : 'paragraph', words)
    isItem = false
  }

  let at = 0
  while (at < html.length && !writer.isFull()) {
    const open = html.indexOf('<', at)
    text += (open === -1 ? html.slice(at) : html.slice(at, open)).replaceAll(/\s+/g, ' ')
    if (open === -1) break
    const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 32))
    if (!tag) {
      at = html.startsWith('<!--', open) ? after(html, '-->', open) : open + 1
      if (at === open + 1) text += html.startsWith('<!', open) ? '' : '<'
      continue
    }
    const name = (tag[2] ?? '').toLowerCase()
    at = after(html, '>', open)
    if (at - open > maxTagLength) at = open + tag[0].length
    if (tag[1] === '' && skippedTags.has(name)) {
      const end = closeOf(html, name, at)
      if (name === 'head') title = titleOf(html.slice(at, end))
      at = after(html, '>', end - 1)
    } else if (blockTags.has(name)) {
      flush()
      level = tag[1] === '' && /^h[1-6]$/.test(name) ? Number(name[1]) : 0
      isItem = tag[1] === '' && name === 'li'
    } else if (name === 'td' || name === 'th') text += ' '
  }
  flush()
  return title
}

/** Returns the place after the next mark; the end if there is none. */
function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

/** Returns the place after the name of the next end tag; the end if there is none. */
function closeOf(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi')
  pattern.lastIndex = from
  return pattern.test(html) ? pattern.lastIndex : html.length
}

function titleOf(head: string): string | null {
  const title = /<title[^>]{0,1000}>([^<]{0,1000})/i.exec(head.slice(0, 100_000))?.[1]
  return title === undefined ? null : decodeEntities(title)
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,31}));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return characterEntities[name] ?? whole
      const point = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
}
