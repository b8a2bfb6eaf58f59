import { encodings, type EncodingChoice } from '../../../../shared/knowledge/encodings.ts'
import type { SourceFile } from '../documentTask.ts'
import { oddShare } from '../letterFit.ts'
import { sniffFormat } from '../sniffFormat.ts'
import { firstBytes, openSource } from '../sourceBytes.ts'
import { decodeAs } from './decodeAs.ts'
import { guessEncodings } from './guessEncoding.ts'
import { sampleOf } from './sampleOf.ts'

const sampleLength = 160
/** A reading in which more letters don't fit is not offered. */
const maxOddShare = 0.8
/** Characters to show before the first one that encodings disagree on. */
const before = 40

/** Returns how a file of text reads in each encoding that has all of its characters. */
export async function readEncodings(file: SourceFile): Promise<{ choices: EncodingChoice[] }> {
  const source = openSource(file.from)
  try {
    const bytes = firstBytes(source)
    if (sniffFormat(bytes, file.name)) return { choices: [] }
    const sample = sampleOf(bytes)
    const likely = (await guessEncodings(sample)).map(({ encoding }) => encoding)
    const choices: EncodingChoice[] = []
    for (const encoding of new Set([...likely, ...encodings])) {
      const text = await decodeAs(sample, encoding)
      const shown = shownPart(text)
      if (hasStrange(shown) || choices.some(({ sample: other }) => other === shown)) continue
      choices.push({ encoding, sample: shown })
    }
    return { choices }
  } finally {
    source.close()
  }
}

/** Returns the part of a text around its first characters that are not ASCII, on one line. */
function shownPart(text: string): string {
  const first = Math.max(0, text.search(/[^\0-\u007f]/))
  const start = Math.max(0, first - before)
  const part = text.slice(start, start + sampleLength * 2)
  return Array.from(part.replaceAll(/\s+/g, ' ').trim()).slice(0, sampleLength).join('')
}

/** Tells whether a text has characters that nobody writes, or not in such words. */
function hasStrange(text: string): boolean {
  return /[\p{Cc}\p{Cn}\p{Co}\ufffd]/u.test(text) || oddShare(text) > maxOddShare
}
