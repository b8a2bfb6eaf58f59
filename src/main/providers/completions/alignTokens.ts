import { maxAlternatives, maxPieceTokens, maxTokenLength } from '../../../shared/limits.ts'
import type { Alternative, ContinuedPiece } from '../../../shared/completions.ts'

/** A token as a server gives it, apart from the text of the answer. */
export interface ServerToken {
  /** Its number in the vocabulary; null if the server does not give it. */
  id: number | null
  text: string
  /** Its UTF-8 bytes, which need not be whole characters; null if the server does not give them. */
  bytes: readonly number[] | null
  /** The natural logarithm of its probability; null if unknown. */
  logprob: number | null
  alternatives: readonly Omit<ServerToken, 'alternatives'>[]
}

export interface TokenAligner {
  /** Returns the pieces of the text that are certain now. Their texts are never more than was given. */
  push: (text: string, tokens: readonly ServerToken[]) => ContinuedPiece[]
  /** Returns the rest of the text. */
  end: () => ContinuedPiece[]
}

/**
 * Cuts the text of an answer into the tokens that it was made of. The text always wins: what fits no
 * token comes as a piece without probability. Tokens without text (an end mark) are left out, and
 * one that a stop word cut keeps only its beginning.
 */
export function createTokenAligner(): TokenAligner {
  let text = ''
  let tokens: ServerToken[] = []

  function takePlain(): ContinuedPiece[] {
    const plain = text
    text = ''
    tokens = []
    return plain === '' ? [] : [{ text: plain, logprob: null, alternatives: [] }]
  }

  function take({ count, ...whole }: Whole, length: number): ContinuedPiece {
    const piece = { ...whole, text: text.slice(0, length) }
    // Its ids would bring back what a stop word has cut.
    if (length < whole.text.length) delete piece.tokenIds
    text = text.slice(length)
    tokens = tokens.slice(count)
    return piece
  }

  return {
    push(addedText, addedTokens) {
      text += addedText
      tokens.push(...addedTokens)
      const pieces: ContinuedPiece[] = []
      while (text !== '') {
        const whole = joinWhole(tokens)
        if (whole === undefined) {
          const waits = tokens.length > 0 && tokens.length <= maxPieceTokens && isHalf(tokens)
          return waits ? pieces : [...pieces, ...takePlain()]
        }
        if (text.startsWith(whole.text)) pieces.push(take(whole, whole.text.length))
        // The rest of the token may still come, unless a stop word has cut it.
        else if (whole.text.startsWith(text)) return pieces
        else return [...pieces, ...takePlain()]
      }
      return pieces.filter((piece) => piece.text !== '')
    },
    end() {
      const whole = joinWhole(tokens)
      if (text !== '' && whole?.text.startsWith(text)) return [take(whole, text.length)]
      return takePlain()
    },
  }
}

interface Whole extends ContinuedPiece {
  /** Number of tokens that it consists of. */
  count: number
}

/** Returns the first tokens that make whole characters; undefined if there are none. */
function joinWhole(tokens: readonly ServerToken[]): Whole | undefined {
  const bytes: number[] = []
  let logprob: number | null = 0
  for (const [index, token] of tokens.slice(0, maxPieceTokens).entries()) {
    const own = bytesOf(token)
    if (!own) return undefined
    bytes.push(...own)
    logprob = logprob === null || token.logprob === null ? null : logprob + token.logprob
    const text = decode(bytes)
    if (text === undefined) continue
    const alternatives = readAlternatives(tokens[0]?.alternatives ?? [])
    const used = tokens.slice(0, index + 1)
    const tokenIds = used.flatMap(({ id }) => id ?? [])
    return {
      text,
      logprob: logprob === null ? null : bound(logprob),
      alternatives,
      ...(tokenIds.length === used.length && { tokenIds }),
      count: used.length,
    }
  }
  return undefined
}

/** Leaves out halves of characters, which can't be chosen, and tokens that look the same. */
function readAlternatives(given: ServerToken['alternatives']): Alternative[] {
  const found = new Map<string, Alternative>()
  for (const token of given) {
    const bytes = bytesOf(token)
    const text = bytes && decode(bytes)
    if (!text || text.length > maxTokenLength || token.logprob === null || found.has(text)) continue
    const logprob = bound(token.logprob)
    found.set(text, { text, logprob, ...(token.id !== null && { tokenId: token.id }) })
  }
  return [...found.values()]
    .toSorted((one, other) => other.logprob - one.logprob)
    .slice(0, maxAlternatives)
}

/** Some servers round a probability of nearly 1 up. */
function bound(logprob: number): number {
  return Math.min(0, logprob)
}

function isHalf(tokens: readonly ServerToken[]): boolean {
  return tokens.every((token) => bytesOf(token) !== undefined)
}

/** OpenAI's older shape writes half a character as `bytes:\xf0\x9f`. */
const writtenBytes = /^bytes:((?:\\x[0-9a-f]{2})+)$/i

/** Returns undefined if the token's text is only a mark for bytes that the server does not give. */
function bytesOf({ text, bytes }: Pick<ServerToken, 'text' | 'bytes'>): number[] | undefined {
  if (bytes) return [...bytes]
  const written = writtenBytes.exec(text)?.[1]
  if (written !== undefined) return [...Buffer.from(written.replaceAll('\\x', ''), 'hex')]
  return text.includes('\uFFFD') ? undefined : [...Buffer.from(text)]
}

/** Returns undefined if the bytes end within a character, or are none. */
function decode(bytes: readonly number[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}
