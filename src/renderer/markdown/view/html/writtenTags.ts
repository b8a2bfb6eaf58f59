import { namedAttribute, openingTag } from '../../syntax/tagPattern.ts'

const opening = new RegExp(openingTag, 'g')
const attributes = new RegExp(namedAttribute, 'g')
const tagName = /<\/?([a-zA-Z][^\s/>]*)/g
/** The attributes of HTML that need no value. */
const flags: ReadonlySet<string> = new Set([
  ...['allowfullscreen', 'async', 'autofocus', 'autoplay', 'checked', 'compact', 'controls'],
  ...['default', 'defer', 'disabled', 'download', 'hidden', 'inert', 'ismap', 'itemscope', 'loop'],
  ...['multiple', 'muted', 'nomodule', 'noshade', 'novalidate', 'nowrap', 'open', 'playsinline'],
  ...['readonly', 'required', 'reversed', 'selected'],
])
/** Elements whose content is dropped when HTML is cleaned, or is no text to the browser. */
const unshown: ReadonlySet<string> = new Set([
  ...['applet', 'embed', 'iframe', 'noembed', 'noframes', 'noscript', 'object', 'plaintext'],
  ...['script', 'select', 'style', 'svg', 'math', 'template', 'textarea', 'title', 'xmp'],
])

/** Tells whether words stand where a tag has attributes, as in `a<b and c>d`. */
export function hasBareWords(tag: string): boolean {
  for (const [, name = '', value] of tag.matchAll(attributes)) {
    if (value === undefined && !flags.has(name.toLowerCase())) return true
  }
  return false
}

/**
 * Makes text of the tags that cleaning would drop without a word: those of no element of HTML
 * (`<your-api-key>`), of words, and of elements whose content is not shown.
 */
export function keepWrittenTags(html: string, inert: Document): string {
  const known = new Map<string, boolean>()
  const isShown = (name: string): boolean => {
    const lower = name.toLowerCase()
    const isKnown = known.get(lower) ?? (!unshown.has(lower) && isElement(lower, inert))
    known.set(lower, isKnown)
    return isKnown
  }
  return html
    .replaceAll(opening, (tag) => (hasBareWords(tag) ? asText(tag) : tag))
    .replaceAll(tagName, (start, name: string) => (isShown(name) ? start : asText(start)))
}

function asText(tag: string): string {
  return `&lt;${tag.slice(1)}`
}

function isElement(name: string, inert: Document): boolean {
  if (!/^[a-z][a-z0-9]*$/.test(name)) return false
  return !(inert.createElement(name) instanceof HTMLUnknownElement)
}
