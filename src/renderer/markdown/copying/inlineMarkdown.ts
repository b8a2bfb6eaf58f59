import { safeAddress } from '../safeAddress.ts'
import { encodeAddress } from '../syntax/characters.ts'
import { findAutolinks } from '../syntax/inlines/autolinks.ts'
import { codeSpan, escapeMarkdown, linkTarget } from './escapeMarkdown.ts'
import { isSkipped } from './selectedText.ts'
import type { SelectedText } from './selectedText.ts'

const marks: Readonly<Record<string, string>> = { STRONG: '**', EM: '*', DEL: '~~' }
/** Elements whose mark stands at the beginning of the line, before their text. */
const spans = 'strong, em, del, a, b, i, u, s, sub, sup, kbd, mark, small, ins, abbr, q, var, samp'
/** Elements that Markdown has no mark for. They are written as HTML. */
const tags = new Set(
  'B I U S SUB SUP KBD MARK SMALL INS ABBR Q VAR SAMP BDI BDO RUBY RT RP'.split(' '),
)

/** Returns the Markdown of the selected text in an element that holds a line of text. */
export function inlineMarkdown(parent: Node, selected: SelectedText): string {
  let text = ''
  for (const child of parent.childNodes) {
    if (selected.holds(child)) text += inlineNode(child, selected, text)
  }
  return text
}

/** Returns the Markdown of a node. `before` is the Markdown before it in the same paragraph. */
export function inlineNode(node: Node, selected: SelectedText, before = ''): string {
  if (node instanceof Text) return textMarkdown(selected.textIn(node), before, node)
  if (!(node instanceof HTMLElement)) return ''
  const special = wholeMarkdown(node)
  if (special !== undefined) return special
  if (isSkipped(node)) return ''
  const { tagName } = node
  if (tagName === 'BR') return node.closest('h1, h2, h3, h4, h5, h6, td, th') ? '<br>' : '\\\n'
  if (tagName === 'CODE') return inCell(node, codeSpan(rawText(node, selected)))
  const inner = inlineMarkdown(node, selected)
  if (inner === '') return ''
  if (node instanceof HTMLAnchorElement) return linkMarkdown(node, inner, selected)
  const mark = marks[tagName]
  if (mark !== undefined) return marked(node, mark, inner, before)
  const name = tagName.toLowerCase()
  return tags.has(tagName) ? `<${name}>${inner}</${name}>` : inner
}

function textMarkdown(text: string, before: string, node: Text): string {
  const parent = node.parentElement
  const atStart = before === '' ? !parent?.matches(spans) : before.endsWith('\n')
  const escaped = escapeMarkdown(text, atStart)
  return inCell(node, parent?.closest('a') ? linkText(text, escaped) : escaped)
}

/**
 * Escapes a link's text. A backslash before a bracket may begin a formula, so it becomes an entity.
 */
function linkText(text: string, escaped: string): string {
  const written = escaped.replaceAll(/\\?\[/g, '&#91;').replaceAll(']', '&#93;')
  if (written === text || findAutolinks(written).length === 0) return written
  // In what looks like an address, a backslash or an entity would be read as part of it.
  return written
    .replaceAll('://', '&#58;//')
    .replaceAll(/www\./gi, (name) => `${name.slice(0, 3)}&#46;`)
    .replaceAll('@', '&#64;')
}

/** Escapes bars in a table, where they would end the cell, even in code. */
function inCell(node: Node, text: string): string {
  return node.parentElement?.closest('td, th') ? text.replaceAll('|', '\\|') : text
}

/**
 * Returns the Markdown of an element that is copied as a whole: a formula by its source, a picture,
 * or a reference.
 */
function wholeMarkdown(element: HTMLElement): string | undefined {
  const { tex, footnote } = element.dataset
  if (tex !== undefined) {
    return element.matches('.math-display') ? `$$${tex}$$` : `$${tex}$`
  }
  if (footnote !== undefined) return `[^${footnote.toLowerCase()}]`
  if (element.matches('.source-reference')) {
    const number = element.querySelector<HTMLElement>('[data-source]')?.dataset['source']
    return number === undefined ? '' : `[${number}]`
  }
  if (element instanceof HTMLImageElement) {
    return imageMarkdown(element.getAttribute('src') ?? '', element.alt, element.title)
  }
  if (!element.matches('.image-place')) return undefined
  const picture = element.querySelector('img')
  const { address } = element.dataset
  if (address === undefined) return picture ? wholeMarkdown(picture) : undefined
  // One from elsewhere is copied with its own address, also where it has been loaded.
  const name = picture?.alt ?? element.querySelector('button > span')?.textContent ?? ''
  return imageMarkdown(address, name, picture?.title ?? '')
}

function imageMarkdown(source: string, alternative: string, title: string): string {
  return `![${escapeMarkdown(alternative, false)}](${linkTarget(source, title)})`
}

function linkMarkdown(link: HTMLAnchorElement, inner: string, selected: SelectedText): string {
  const address = link.getAttribute('href')
  if (address === null) return inner
  const text = rawText(link, selected)
  if (canStandAlone(text, address)) return `<${text}>`
  // The last line of what is shown beside the pointer is the address itself.
  const title = link.title.split('\n').slice(0, -1).join('\n')
  return `[${inner}](${linkTarget(address, title)})`
}

/**
 * Returns whether the text in angle brackets is a link to the address; source: CommonMark 0.31.2,
 * 6.5.
 */
function canStandAlone(text: string, address: string): boolean {
  if (`mailto:${text}` === address) return !/[\s<>]/.test(text)
  return (
    /^[a-z][a-z0-9+.-]{1,31}:[^\s<>]+$/i.test(text) && safeAddress(encodeAddress(text)) === address
  )
}

/** Puts marks around a text, or tags where the marks would be read as text. */
function marked(node: HTMLElement, mark: string, inner: string, before: string): string {
  const name = node.tagName.toLowerCase()
  const opens = canOpen(before.at(-1), inner[0])
  const closes = canOpen(followingCharacter(node), inner.at(-1))
  const sign = mark[0] ?? ''
  const touches = inner.startsWith(sign) || inner.endsWith(sign) || before.endsWith(sign)
  return opens && closes && !touches ? mark + inner + mark : `<${name}>${inner}</${name}>`
}

/**
 * Returns whether a mark between these characters can begin emphasis (or end it, seen from the
 * other side); source: CommonMark 0.31.2, 6.2.
 */
function canOpen(outside: string | undefined, inside: string | undefined): boolean {
  if (inside === undefined || /\s/.test(inside)) return false
  if (!/[\p{P}\p{S}]/u.test(inside)) return true
  return outside === undefined || /[\s\p{P}\p{S}]/u.test(outside)
}

function followingCharacter(node: Node): string | undefined {
  return node.nextSibling?.textContent?.[0]
}

/** Returns the selected text without marks or escapes. */
export function rawText(parent: Node, selected: SelectedText): string {
  if (parent instanceof Text) return selected.textIn(parent)
  if (parent instanceof Element && isSkipped(parent)) return ''
  if (parent instanceof HTMLBRElement) return '\n'
  return Array.from(parent.childNodes, (child) => rawText(child, selected)).join('')
}
