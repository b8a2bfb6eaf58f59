export const mask = '•••'

/** Patterns of keys of any kind. They mask too much rather than too little. */
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

/** A shorter known key is more likely a normal word of the text. */
const minKnownKeyLength = 4
/** The ids of AWS access keys have 20 characters, the secrets 40. */
const minPartLength = 16

/** Masks the known keys and everything that looks like a key, for logs and errors. */
export function redactKeys(text: string, knownKeys: Iterable<string>): string {
  let redacted = maskKnownKeys(text, knownKeys)
  for (const [pattern, replacement] of keyPatterns) {
    redacted = redacted.replace(pattern, replacement)
  }
  return redacted
}

/** Masks the known keys alone, for a text that has to stay as it is otherwise. */
export function maskKnownKeys(text: string, knownKeys: Iterable<string>): string {
  const forms = new Set([...knownKeys].flatMap(partsOf).flatMap(formsOf))
  const longestFirst = [...forms].sort((first, second) => second.length - first.length)
  return longestFirst.reduce((masked, form) => masked.replaceAll(form, mask), text)
}

/** Splits an AWS access key, whose secrets may appear separately. */
function partsOf(key: string): string[] {
  const parts = key.split(':').filter((part) => part.length >= minPartLength)
  return [key, ...parts].filter(({ length }) => length >= minKnownKeyLength)
}

/** Returns the forms of a key in headers, addresses, JSON and basic authentication. */
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
