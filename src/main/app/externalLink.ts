import { AppError } from '../../shared/errors.ts'

/** The fields that a link may fill in; `attach` and a mail program's own fields are dropped. */
const mailFields: readonly string[] = ['to', 'cc', 'subject', 'body']
const openedSchemes = ['http:', 'https:', 'mailto:']

/**
 * Returns the address for the system's browser. Throws addressInvalid for any other scheme, and for
 * an address with credentials.
 */
export function parseExternalLink(address: string): string {
  const url = URL.parse(address)
  if (!url || !openedSchemes.includes(url.protocol) || url.username || url.password) {
    throw new AppError('addressInvalid', 'Only web and mail addresses are opened', {
      subject: address.slice(0, 200),
    })
  }
  return url.protocol === 'mailto:' ? readMailLink(url) : url.href
}

/** Returns the link with only the known fields, none of which can contain another header. */
function readMailLink(url: URL): string {
  const fields = [...url.searchParams]
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => mailFields.includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(plainText(name, value))}`)
  const recipients = url.pathname.replace(/%(?:0[0-9a-f]|1[0-9a-f]|7f)/gi, '')
  return `mailto:${recipients}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}

/** Returns the value without control characters. Only the body may have several lines. */
function plainText(name: string, value: string): string {
  return name === 'body' ? value.replace(/[^\P{Cc}\r\n\t]/gu, '') : value.replace(/\p{Cc}/gu, ' ')
}

const openedAtOnce = 5
const refillMilliseconds = 1000

/** Returns a function that throws tooManyAtOnce if links open faster than a user clicks. */
export function createLinkLimit(now: () => number = () => performance.now()): () => void {
  let left = openedAtOnce
  let filledAt = now()
  return () => {
    const refill = Math.floor((now() - filledAt) / refillMilliseconds)
    left = Math.min(openedAtOnce, left + refill)
    filledAt += refill * refillMilliseconds
    if (left === 0) throw new AppError('tooManyAtOnce', 'Too many links at once')
    left -= 1
  }
}
