import { analyse } from 'chardet'

export interface DecodedText {
  text: string
  /** True if some bytes are no characters of the encoding. */
  hasUnknown: boolean
}

/** Enough for the detection of an encoding, which takes time per byte. */
const sampleBytes = 64 * 1024
/** A text in UTF-8 may have this share of wrong bytes before another encoding is tried. */
const wrongShareMaximum = 0.01

/**
 * Decodes text in any encoding: by its byte order mark, as UTF-8, as UTF-16 without a mark, by the
 * encoding that it declares itself, and else by the one that its bytes look most like. Returns
 * undefined if the bytes are no text. Line breaks become `\n`; control characters become spaces.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText | undefined {
  const decoded = decodeMarked(bytes) ?? decodeUnmarked(bytes, declared)
  if (!decoded || isBinary(decoded.text)) return undefined
  return { ...decoded, text: cleanText(decoded.text) }
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

function decodeUnmarked(bytes: Uint8Array, declared?: string): DecodedText | undefined {
  const wide = wideEncoding(bytes)
  if (wide) return decode(bytes, wide)
  if (bytes.subarray(0, sampleBytes).includes(0)) return undefined
  const utf8 = decode(bytes, 'utf-8')
  if (utf8 && (!utf8.hasUnknown || isMostlyUtf8(utf8.text))) return utf8
  const guessed = analyse(sampleOf(bytes)).map(({ name }) => name)
  for (const encoding of [...(declared ? [declared] : []), ...guessed, 'windows-1252']) {
    const decoded = decode(bytes, encoding)
    if (decoded && !/^utf-?8$/i.test(encoding)) return decoded
  }
  return undefined
}

/** Returns undefined for an encoding that nobody knows. */
function decode(bytes: Uint8Array, encoding: string): DecodedText | undefined {
  try {
    const text = new TextDecoder(encoding).decode(bytes)
    return { text, hasUnknown: text.includes('\ufffd') }
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
  const sample = bytes.subarray(0, sampleBytes & ~1)
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
  return wrong <= text.length * wrongShareMaximum && right > wrong * 4
}

/** Returns the part that says most about the encoding: from the first byte that is not ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const start = Math.max(0, Math.min(first - 1000, bytes.length - sampleBytes))
  return bytes.subarray(start, start + sampleBytes)
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, sampleBytes)
  // oxlint-disable-next-line no-control-regex -- they are what tells text from the rest
  const strange = sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0
  return strange > sample.length * 0.05
}
