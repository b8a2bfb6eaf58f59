import type { Encoding } from '../../../../shared/knowledge/encodings.ts'
import { oddShare } from '../letterFit.ts'
import { decodeAs } from './decodeAs.ts'

/** A way to read bytes, with how likely it is among the others. */
export interface Guess {
  encoding: Encoding
  /** The sample as it reads then. */
  text: string
  weight: number
}

/** Parley's names for those of the detector, which are Python's. */
const names: Readonly<Record<string, Encoding>> = {
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  cp1253: 'windows-1253',
  cp1254: 'windows-1254',
  cp1255: 'windows-1255',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  gb18030: 'gb18030',
  hz: 'hz-gb-2312',
  big5hkscs: 'big5',
  cp932: 'shift_jis',
  euc_jis_2004: 'euc-jp',
  iso2022_jp_2: 'iso-2022-jp',
  iso2022_kr: 'iso-2022-kr',
  cp949: 'euc-kr',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  'iso8859-2': 'iso-8859-2',
  'iso8859-5': 'iso-8859-5',
  'iso8859-6': 'iso-8859-6',
  'iso8859-7': 'iso-8859-7',
  'iso8859-8': 'iso-8859-8',
  'iso8859-15': 'iso-8859-15',
  'mac-roman': 'macintosh',
  'mac-cyrillic': 'x-mac-cyrillic',
  'mac-greek': 'mac-greek',
  'mac-iceland': 'mac-iceland',
  'mac-latin2': 'mac-latin2',
  'mac-turkish': 'mac-turkish',
  cp437: 'cp437',
  cp737: 'cp737',
  cp775: 'cp775',
  cp850: 'cp850',
  cp852: 'cp852',
  cp855: 'cp855',
  cp857: 'cp857',
  cp858: 'cp858',
  cp860: 'cp860',
  cp861: 'cp861',
  cp862: 'cp862',
  cp863: 'cp863',
  cp864: 'cp864',
  cp865: 'cp865',
  cp866: 'ibm866',
  cp869: 'cp869',
  cp273: 'ebcdic-273',
  cp424: 'ebcdic-424',
  cp500: 'ebcdic-500',
  cp875: 'ebcdic-875',
  cp1026: 'ebcdic-1026',
  cp1140: 'ebcdic-1140',
}
const maxGuesses = 8
const judgedLength = 2000

/** Returns the ways to read a sample that its bytes allow, the likeliest first. */
export async function guessEncodings(sample: Uint8Array): Promise<Guess[]> {
  const { chardet } = await import('jschardet')
  const found = chardet.detectAll(sample, {
    ignoreThreshold: true,
    compatNames: false,
    preferSuperset: false,
    includeEncodings: Object.keys(names),
  })
  const guesses: Guess[] = []
  for (const { encoding: name, confidence, language } of found) {
    const encoding = names[name ?? '']
    if (!encoding || guesses.length >= maxGuesses) continue
    const text = await decodeAs(sample, encoding)
    // Encodings that read the sample alike are one guess.
    if (guesses.some((guess) => guess.text === text)) continue
    const fit = 1 - oddShare(text.slice(0, judgedLength), language)
    guesses.push({ encoding, text, weight: confidence * fit * fit })
  }
  return guesses.toSorted((a, b) => b.weight - a.weight)
}

/** So few letters say little. */
const fewLetters = 4

/** Tells whether another way to read it is about as likely. The more letters, the finer the scale. */
export function isUnsure([best, next]: readonly Guess[]): boolean {
  if (!best || best.weight === 0) return true
  if (!next) return false
  const letters = best.text.slice(0, judgedLength).replaceAll(/[\0-\u007f]/g, '').length
  const share = letters < fewLetters ? 0.1 * letters : 1 - 2 / (8 + letters)
  return next.weight > best.weight * share
}
