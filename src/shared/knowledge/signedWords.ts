import { wordLetter } from './letters.ts'

/** A sign that belongs to a word, such as the two of C++, in folded text. */
export interface WordSign {
  kind: 'after' | 'between' | 'before'
  /** The sign's index in the text. */
  at: number
  /** The sign without backslashes. */
  sign: string
  /** The token of the word with its sign. No text has another token that is equal. */
  token: string
  /** The range of letters and sign that the token covers. */
  start: number
  end: number
  /** True if the word after the sign may be longer than the token. */
  isCut: boolean
}

/**
 * The letters that stand for signs in tokens. Unicode leaves them unassigned for good, so that no
 * text has them in a word.
 */
const tokenLetters: Readonly<Record<string, string>> = {
  '++': '\ufdd0',
  '#': '\ufdd1',
  '.': '\ufdd2',
  '/': '\ufdd3',
  '&': '\ufdd4',
}
const maxLeft = 24
const maxRight = 8
const left = `(?<!${wordLetter})(?<left>${wordLetter}{1,${maxLeft}})`
const after = String.raw`(?:\+\\?\+|[#♯])`
const right = `(?<right>${wordLetter}{1,${maxRight}})`
/**
 * C++, C#; GB/s, R&D; .NET. Markdown may write a backslash before a sign, and HTML `&amp;`. The
 * sign comes first in each pattern: words of megabytes would make looking back slow.
 */
const patterns: readonly [kind: WordSign['kind'], pattern: RegExp][] = [
  ['after', new RegExp(String.raw`${after}(?<=${left}\\?${after})`, 'gv')],
  ['between', new RegExp(String.raw`[\/\&](?<=${left}\\?[\/\&])(?=(?:amp;)?${right})`, 'gv')],
  ['before', new RegExp(String.raw`\.(?=(?=\p{L})${right})`, 'gv')],
]
/** Matches in every text with such a word. */
const hint = /\+\\?\+|[#♯/&]|\.\p{L}/u

/** Finds the signs of words in folded text, in their order. */
export function findWordSigns(folded: string): WordSign[] {
  if (!hint.test(folded)) return []
  return patterns
    .flatMap(([kind, pattern]) =>
      Array.from(folded.matchAll(pattern), (match) => read(kind, match)),
    )
    .toSorted((one, other) => one.at - other.at)
}

function read(kind: WordSign['kind'], match: RegExpExecArray): WordSign {
  const { index: at, 0: written, groups } = match
  const { left: before = '', right: behind = '' } = groups ?? {}
  const next = at + written.length
  const behindAt = match.input.startsWith(`amp;${behind}`, next) ? next + 'amp;'.length : next
  const sign = written.replaceAll('\\', '').replace('♯', '#')
  return {
    kind,
    at,
    sign,
    token: before + (tokenLetters[sign] ?? '') + behind,
    start: before === '' ? at : match.input.lastIndexOf(before, at - 1),
    end: behindAt + behind.length,
    isCut: Array.from(behind).length >= maxRight,
  }
}
