const mask = '•••'

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

/** Masks the known keys, and everything that looks like one, in a text for a log or an error. */
export function redactKeys(text: string, knownKeys: Iterable<string>): string {
  let redacted = text
  const byLength = [...knownKeys].sort((first, second) => second.length - first.length)
  for (const key of byLength) {
    if (key.length < knownKeyLengthMinimum) continue
    for (const form of new Set([key, encodeURIComponent(key)])) {
      redacted = redacted.replaceAll(form, mask)
    }
  }
  for (const [pattern, replacement] of keyPatterns) {
    redacted = redacted.replace(pattern, replacement)
  }
  return redacted
}
