/** An address written out in a text; source: GitHub Flavored Markdown 0.29, 6.9. */
export interface Autolink {
  start: number
  end: number
  href: string
}

/** Chinese and Japanese marks, which follow an address without a space, are never part of it. */
const web =
  /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<\u3001-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\u201c\u201d]+/gi
const host = /[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)+/y
const mayPrecedeName = /[\s*_~([]/
const mayPrecedeScheme = /[^a-zA-Z0-9<]/
const domain = /^(?:https?:\/\/|ftp:\/\/)?([^\s/?#:]+)/i

/** Returns the addresses in a text, in their order. */
export function findAutolinks(text: string): Autolink[] {
  const isPossible = text.includes('://') || text.includes('@') || /www\./i.test(text)
  if (!isPossible) return []
  const found = [...findWeb(text), ...findMail(text)].toSorted((a, b) => a.start - b.start)
  return found.filter(({ start }, index) => start >= (found[index - 1]?.end ?? 0))
}

function* findWeb(text: string): Iterable<Autolink> {
  for (const { 0: written, index } of text.matchAll(web)) {
    const isName = /^www/i.test(written)
    const mayPrecede = isName ? mayPrecedeName : mayPrecedeScheme
    if (index > 0 && !mayPrecede.test(text.charAt(index - 1))) continue
    const address = trimEnd(cutAtBracket(written))
    if (!hasValidDomain(address)) continue
    yield {
      start: index,
      end: index + address.length,
      href: isName ? `http://${address}` : address,
    }
  }
}

/**
 * Cuts an address at a closing bracket without an opening one. That bracket belongs to the text
 * around.
 */
function cutAtBracket(address: string): string {
  let depth = 0
  for (let index = address.search(/[[\]]/); index >= 0 && index < address.length; index += 1) {
    if (address[index] === '[') depth += 1
    else if (address[index] === ']') depth -= 1
    if (depth < 0) return address.slice(0, index)
  }
  return address
}

/** Cuts marks off an address that end the sentence or close a parenthesis of the text around. */
function trimEnd(address: string): string {
  let end = address.length
  let excess = count(address, ')') - count(address, '(')
  for (;;) {
    const last = address[end - 1] ?? ''
    if (/[?!.,:*_~'"]/.test(last)) end -= 1
    else if (last === ')' && excess > 0) {
      excess -= 1
      end -= 1
    } else if (last === ';') {
      const entity = /&[a-zA-Z0-9]+;$/.exec(address.slice(Math.max(0, end - 40), end))?.[0]
      end -= entity?.length ?? 1
    } else return address.slice(0, end)
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** Returns whether a domain has a dot, and no underscore in its last two parts. */
function hasValidDomain(address: string): boolean {
  const name = domain.exec(address)?.[1] ?? ''
  const parts = name.split('.')
  if (/^www/i.test(address) && parts.length < 2) return false
  if (parts.some((part) => !/^[\p{L}\p{N}_-]+$/u.test(part))) return false
  return !parts.slice(-2).some((part) => part.includes('_'))
}

/** Looks from each `@` outwards, so that it looks at every character once. */
function* findMail(text: string): Iterable<Autolink> {
  let least = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > least && /[a-zA-Z0-9._+-]/.test(text.charAt(start - 1))) start -= 1
    least = at + 1
    host.lastIndex = at + 1
    const name = host.exec(text)?.[0]
    if (name === undefined || start === at || text[start - 1] === '/') continue
    const end = at + 1 + name.length
    if (/[-_]$/.test(name)) continue
    yield { start, end, href: `mailto:${text.slice(start, end)}` }
  }
}
