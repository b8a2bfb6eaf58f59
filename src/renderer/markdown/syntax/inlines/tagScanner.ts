import { closingTag, openingTag } from '../tagPattern.ts'

const tag = new RegExp(`${openingTag}|${closingTag}`, 'y')
// oxlint-disable-next-line no-control-regex -- CommonMark names them
const addressLink = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>\x00-\x20]*)>/y
const mailLink =
  /<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/y

/** Anything may stand between such marks. */
const enclosed: readonly { start: string; end: string; least: number }[] = [
  // `<!-->` and `<!--->` are whole.
  { start: '<!--', end: '-->', least: 2 },
  { start: '<?', end: '?>', least: 2 },
  { start: '<![CDATA[', end: ']]>', least: 9 },
  { start: '<!', end: '>', least: 3 },
]

export interface TagScanner {
  /** Returns the raw HTML at `start`, or undefined. */
  scanTag: (start: number) => string | undefined
  /** Returns the address between `<` and `>`, or undefined. */
  scanAutolink: (start: number) => { text: string; href: string; end: number } | undefined
}

export function createTagScanner(text: string): TagScanner {
  /** Ends that don't come any more. */
  const missing = new Set<string>()

  const scanEnclosed = (start: number): string | undefined => {
    const kind = enclosed.find((each) => text.startsWith(each.start, start))
    if (!kind || missing.has(kind.end)) return undefined
    if (kind.start === '<!' && !/[A-Za-z]/.test(text[start + 2] ?? '')) return undefined
    const end = text.indexOf(kind.end, start + kind.least)
    if (end >= 0) return text.slice(start, end + kind.end.length)
    missing.add(kind.end)
    return undefined
  }

  return {
    scanTag: (start) => {
      tag.lastIndex = start
      return tag.exec(text)?.[0] ?? scanEnclosed(start)
    },
    scanAutolink: (start) => {
      addressLink.lastIndex = start
      const [address, href] = addressLink.exec(text) ?? []
      if (address && href) return { text: href, href, end: start + address.length }
      mailLink.lastIndex = start
      const [mail, name] = mailLink.exec(text) ?? []
      return mail && name
        ? { text: name, href: `mailto:${name}`, end: start + mail.length }
        : undefined
    },
  }
}
