import { AppError } from '../../../shared/errors.ts'

/** Pictures as base64 that stand in JSON, decoded while the JSON arrives. */
export interface LongStrings {
  /**
   * Takes the next bytes of the JSON. Returns them without the pictures, in whose place a short name
   * stands. Errors: malformedAnswer over the limit.
   */
  pass: (piece: Uint8Array) => Uint8Array
  /** Returns what a string of the JSON stands for: a picture, or the string itself as base64. */
  bytesOf: (value: string) => Uint8Array
  /** Forgets a picture that was shown. */
  drop: (value: string) => void
}

/** A longer string of base64 is taken out. A prompt, which an answer may repeat, is shorter. */
const maxShortLength = 64 * 1024
/** All pictures of an answer together: ten of 4K as PNG. */
const maxBytes = 512 * 1024 * 1024

const quote = 0x22
const backslash = 0x5c
const lineFeed = 0x0a
const base64 = /^(?:data:[\w.+/;=-]{0,100},)?(?:[A-Za-z0-9+/=_-]|\\\/)*$/

interface Decoder {
  push: (text: string) => void
  end: () => Uint8Array
}

/** Creates a filter for one answer, which is JSON, or events whose data is JSON. */
export function createLongStrings(): LongStrings {
  const pictures = new Map<string, Uint8Array>()
  let count = 0
  let total = 0
  /** The beginning of a string that may turn out to be long; null outside of strings. */
  let held: string | null = null
  let decoder: Decoder | undefined
  /** Set within a long string that is no base64. */
  let isText = false
  /** True if the last byte of the piece before was a backslash. */
  let escaped = false

  function pass(piece: Uint8Array): Uint8Array {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const kept: Buffer[] = []
    let at = 0
    while (at < bytes.length) {
      if (held === null) {
        const open = bytes.indexOf(quote, at)
        const end = open < 0 ? bytes.length : open + 1
        kept.push(bytes.subarray(at, end))
        if (open >= 0) held = ''
        at = end
      } else at = readString(bytes, at, kept)
    }
    return Buffer.concat(kept)
  }

  function readString(bytes: Buffer, from: number, kept: Buffer[]): number {
    const end = endOfString(bytes, from)
    const text = bytes.toString('latin1', from, end < 0 ? bytes.length : end)
    if (decoder) decoder.push(text)
    else if (isText) kept.push(Buffer.from(text, 'latin1'))
    else hold(text, kept)
    if (end < 0) return bytes.length
    closeString(kept)
    kept.push(bytes.subarray(end, end + 1))
    return end + 1
  }

  function hold(text: string, kept: Buffer[]): void {
    held += text
    if (held === null || held.length <= maxShortLength) return
    if (base64.test(held)) {
      decoder = createDecoder(take)
      decoder.push(held.replace(/^data:[^,]*,/, ''))
    } else {
      isText = true
      kept.push(Buffer.from(held, 'latin1'))
    }
    held = ''
  }

  function closeString(kept: Buffer[]): void {
    if (decoder) {
      const name = `picture:${String((count += 1))}`
      pictures.set(name, decoder.end())
      kept.push(Buffer.from(name))
    } else if (held) kept.push(Buffer.from(held, 'latin1'))
    held = null
    decoder = undefined
    isText = false
  }

  function take(length: number): void {
    total += length
    if (total > maxBytes) throw new AppError('malformedAnswer', 'The pictures are too large')
  }

  /** Returns the place of the quote, or of a line feed, which no JSON string holds; else -1. */
  function endOfString(bytes: Buffer, from: number): number {
    let at = from
    if (escaped) {
      escaped = false
      at += 1
    }
    for (;;) {
      const close = nearest(bytes.indexOf(quote, at), bytes.indexOf(lineFeed, at))
      const escape = bytes.subarray(at, close < 0 ? bytes.length : close).indexOf(backslash)
      if (escape < 0) return close
      at += escape + 2
      if (at > bytes.length) {
        escaped = true
        return -1
      }
    }
  }

  return {
    pass,
    bytesOf: (value) =>
      pictures.get(value) ?? Buffer.from(value.replace(/^data:[^,]{0,100},/, ''), 'base64'),
    drop(value) {
      total -= pictures.get(value)?.length ?? 0
      pictures.delete(value)
    },
  }
}

function nearest(one: number, other: number): number {
  return one < 0 || (other >= 0 && other < one) ? other : one
}

/** Decodes base64 in pieces, so that text and picture are never held together. */
function createDecoder(take: (length: number) => void): Decoder {
  const pieces: Buffer[] = []
  let rest = ''
  return {
    push(text) {
      const all = rest + text.replaceAll('\\', '')
      const whole = all.length - (all.length % 4)
      rest = all.slice(whole)
      const bytes = Buffer.from(all.slice(0, whole), 'base64')
      take(bytes.length)
      pieces.push(bytes)
    },
    end: () => Buffer.concat([...pieces, Buffer.from(rest, 'base64')]),
  }
}
