import { encodings, type Encoding } from '../../../shared/knowledge/encodings.ts'
import { decodeAs } from './encodings/decodeAs.ts'
import { guessEncodings, isUnsure } from './encodings/guessEncoding.ts'
import { sampleBytes, sampleOf } from './encodings/sampleOf.ts'
import { oddShare } from './letterFit.ts'

export interface DecodedText {
  text: string
  /** True if some bytes are no characters of the encoding. */
  hasUnknown: boolean
  /** True if its bytes look as much like another encoding, which nothing names. */
  isUnsure?: boolean
}

/** Hints at a text's encoding besides its bytes. */
export interface KnownEncoding {
  /** The one that the user has chosen. */
  chosen?: Encoding | undefined
  /** The one that the text, or the server that it is from, names. */
  declared?: string | undefined
}

/** A text in UTF-8 may have this share of wrong bytes before another encoding is tried. */
const maxWrongShare = 0.01
/** A guess in which more letters don't fit is none: the bytes are no text. */
const maxOddShare = 0.6
const judgedLength = 4000

/**
 * Decodes text in any encoding: the chosen one, or by its byte order mark, by escapes, as UTF-8, as
 * UTF-16 without a mark, by the encoding that it declares itself, and else by the one that its
 * letters look most like. Returns undefined if the bytes are no text. Line breaks become `\n`;
 * control characters become spaces.
 */
export async function decodeText(
  bytes: Uint8Array,
  known: KnownEncoding = {},
): Promise<DecodedText | undefined> {
  const decoded = await decodeExactly(bytes, known)
  return decoded && { ...decoded, text: cleanText(decoded.text) }
}

/** Decodes text as `decodeText` does, and keeps every character of it as it is. */
export async function decodeExactly(
  bytes: Uint8Array,
  { chosen, declared }: KnownEncoding = {},
): Promise<DecodedText | undefined> {
  const decoded = chosen
    ? withUnknown(await decodeAs(bytes, chosen))
    : (decodeMarked(bytes) ?? (await decodeUnmarked(bytes, declared)))
  return decoded && (chosen || !isBinary(decoded.text)) ? decoded : undefined
}

/** Makes line breaks `\n`, control characters spaces, and halves of characters `\ufffd`. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- they are what is replaced
      .replaceAll(/[\0-\x08\x0e-\x1f\x7f-\x9f\ufeff]/g, ' ')
  )
}

function decodeMarked(bytes: Uint8Array): DecodedText | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return decodeUtf32(bytes.subarray(4), true)
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return decodeUtf32(bytes.subarray(4), false)
  if (a === 0xef && b === 0xbb && c === 0xbf) return decode(bytes, 'utf-8')
  if (a === 0xff && b === 0xfe) return decode(bytes, 'utf-16le')
  if (a === 0xfe && b === 0xff) return decode(bytes, 'utf-16be')
  return undefined
}

async function decodeUnmarked(
  bytes: Uint8Array,
  declared: string | undefined,
): Promise<DecodedText | undefined> {
  const wide = wideEncoding(bytes)
  if (wide) return decode(bytes, wide)
  if (bytes.subarray(0, sampleBytes).includes(0)) return undefined
  const escaped = escapedEncoding(bytes)
  if (escaped) return withUnknown(await decodeAs(bytes, escaped))
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 && (!utf8.hasUnknown || isMostlyUtf8(utf8.text))) return utf8
  const named = declared === undefined ? undefined : await decodeNamed(bytes, declared)
  return named ?? decodeGuessed(bytes)
}

/** Decodes what names its encoding. Undefined for one that nobody knows, or that it is not in. */
async function decodeNamed(bytes: Uint8Array, name: string): Promise<DecodedText | undefined> {
  const lower = name.toLowerCase()
  if (/^utf-?8$/.test(lower)) return undefined
  const own = encodings.find((known) => known === lower || known === `cp${lower.slice(3)}`)
  return decode(bytes, name) ?? (own && withUnknown(await decodeAs(bytes, own)))
}

async function decodeGuessed(bytes: Uint8Array): Promise<DecodedText | undefined> {
  const guesses = await guessEncodings(sampleOf(bytes))
  const [best] = guesses
  if (!best) return { ...withUnknown(await decodeAs(bytes, 'windows-1252')), isUnsure: true }
  const text = await decodeAs(bytes, best.encoding)
  // Any bytes are characters of some encoding.
  if (oddShare(text.slice(0, judgedLength)) > maxOddShare) return undefined
  return { ...withUnknown(text), isUnsure: isUnsure(guesses) }
}

/** They begin a part in one of the alphabets of ISO-2022-JP. */
const japaneseEscapes = ['\u001b$@', '\u001b$B', '\u001b(J', '\u001b(I']

/** Tells an encoding of 7 bits by the escapes that switch between its alphabets. */
function escapedEncoding(bytes: Uint8Array): Encoding | undefined {
  const sample = Buffer.from(bytes.subarray(0, sampleBytes)).toString('latin1')
  if (/[^\0-\u007f]/.test(sample)) return undefined
  if (japaneseEscapes.some((escape) => sample.includes(escape))) return 'iso-2022-jp'
  if (sample.includes('\u001b$)C')) return 'iso-2022-kr'
  return /~\{(?:[\u0021-\u0077][\u0021-\u007e])+~\}/.test(sample) ? 'hz-gb-2312' : undefined
}

function withUnknown(text: string): DecodedText {
  return { text, hasUnknown: text.includes('\ufffd') }
}

/** Returns undefined for an encoding that nobody knows. */
function decode(bytes: Uint8Array, encoding: string): DecodedText | undefined {
  try {
    return withUnknown(new TextDecoder(encoding).decode(bytes))
  } catch {
    return undefined
  }
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): DecodedText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  let hasUnknown = bytes.byteLength % 4 !== 0
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, isLittle)
    const isKnown = point <= 0x10ffff && (point & 0xfffff800) !== 0xd800
    hasUnknown ||= !isKnown
    parts.push(isKnown ? String.fromCodePoint(point) : '\ufffd')
  }
  return { text: parts.join(''), hasUnknown }
}

/** Tells UTF-16 without a mark by its zeros: every second byte of most alphabets is one. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes)
  if (sample.length < 4) return undefined
  let even = 0
  let odd = 0
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even += 1
    if (sample[at + 1] === 0) odd += 1
  }
  const pairs = sample.length / 2
  if (odd > pairs * 0.4 && even < pairs * 0.02) return 'utf-16le'
  return even > pairs * 0.4 && odd < pairs * 0.02 ? 'utf-16be' : undefined
}

/** Tells text in UTF-8 with single wrong bytes from text in another encoding. */
function isMostlyUtf8(text: string): boolean {
  let wrong = 0
  let right = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) wrong += 1
    else if (code > 0x7f) right += 1
  }
  return wrong <= text.length * maxWrongShare && right > wrong * 4
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, sampleBytes)
  // oxlint-disable-next-line no-control-regex -- they are what tells text from the rest
  const strange = sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0
  return strange > sample.length * 0.05
}
