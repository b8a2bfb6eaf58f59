export const mask = '•••'

/** What looks like a key, whoever it belongs to: better one word too many masked than one too few. */
const keyPatterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${mask}`],
  [/\b(?:sk|pk|rk|gsk|xai|pplx|nvapi|hf|r8|fw|csk|tgp)[-_][\w*.-]{6,}/g, mask],
  [/\bAIza[\w-]{16,}/g, mask],
  [
    /\b((?:x-)?(?:api[-_]?key|access[-_]?token|secret)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi,
    `$1${mask}`,
  ],
  [/(:\/\/)[^\s/@:]*:[^\s/@]*@/g, `$1${mask}@`],
]

/** Below this a known key is more likely a word of the text than a secret. */
const knownKeyLengthMinimum = 4
/** The ids of AWS's access keys have 20 characters, the secrets 40. */
const partLengthMinimum = 16

/** Masks the known keys, and everything that looks like one, in a text for a log or an error. */
export function redactKeys(text: string, knownKeys: Iterable<string>): string {
  let redacted = text
  const forms = new Set([...knownKeys].flatMap(partsOf).flatMap(formsOf))
  for (const form of [...forms].sort((first, second) => second.length - first.length)) {
    redacted = redacted.replaceAll(form, mask)
  }
  for (const [pattern, replacement] of keyPatterns) {
    redacted = redacted.replace(pattern, replacement)
  }
  return redacted
}

/** An access key of AWS holds several secrets, each of which goes its own way. */
function partsOf(key: string): string[] {
  const parts = key.split(':').filter((part) => part.length >= partLengthMinimum)
  return [key, ...parts].filter(({ length }) => length >= knownKeyLengthMinimum)
}

/** As it stands in a header, an address, JSON and basic authentication. */
function formsOf(key: string): string[] {
  const inAddress = encodeURIComponent(key)
  return [
    key,
    inAddress,
    inAddress.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString('base64').replace(/=+$/, ''),
  ]
}
