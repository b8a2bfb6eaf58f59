import { closingTag, openingTag } from '../tagPattern.ts'

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

/**
 * The kinds of raw HTML by how they begin and end; without `end`, a blank line ends one. CommonMark
 * 0.31.2, 4.6.
 */
const kinds: { start: RegExp; end?: RegExp }[] = [
  {
    start: /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
    end: /<\/(?:script|pre|textarea|style)>/i,
  },
  { start: /^<!--/, end: /-->/ },
  { start: /^<[?]/, end: /\?>/ },
  { start: /^<![A-Za-z]/, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i') },
]
/** No tag that is meant is longer, and patterns need memory for every attribute. */
const maxTagLength = 10_000
const anyTag = new RegExp(`^(?:${openingTag}|${closingTag})\\s*$`)

export interface HtmlStart {
  end: RegExp | undefined
}

/** Returns how raw HTML that begins with this line ends; undefined where none begins. */
export function findHtmlStart(line: string, mayBeAnyTag: boolean): HtmlStart | undefined {
  const kind = kinds.find(({ start }) => start.test(line))
  if (kind) return { end: kind.end }
  const isTag = mayBeAnyTag && line.length <= maxTagLength && anyTag.test(line)
  return isTag ? { end: undefined } : undefined
}
