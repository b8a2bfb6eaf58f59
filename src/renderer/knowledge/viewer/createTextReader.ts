/** Pieces of the text that are drawn one by one, about a screen each. */
export const pieceLength = 4000
/** Length of the text that one request reads. */
const blockLength = 64 * pieceLength
/** The requests whose answers are kept. */
const maxBlocks = 16

export interface TextPiece {
  /** The offset of its first character in the whole text. */
  start: number
  text: string
}

export interface TextReader {
  /** Returns a part of the text. */
  slice: (start: number, end: number) => Promise<string>
  /** Returns a piece; the pieces in order are the whole text. */
  piece: (index: number) => Promise<TextPiece>
  /** Returns the piece that holds an offset. */
  pieceOf: (offset: number) => Promise<number>
}

/**
 * Reads a text of `length` UTF-16 units piece by piece. A piece ends with a line if one ends near
 * by, and never within a character.
 */
export function createTextReader(
  length: number,
  read: (start: number, end: number) => Promise<string>,
): TextReader {
  const blocks = new Map<number, Promise<string>>()

  function block(index: number): Promise<string> {
    const start = index * blockLength
    const known = blocks.get(index) ?? read(start, Math.min(length, start + blockLength))
    // The most recently used is the last.
    blocks.delete(index)
    blocks.set(index, known)
    known.catch(() => blocks.delete(index))
    const [oldest] = blocks.keys()
    if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest)
    return known
  }

  async function slice(start: number, end: number): Promise<string> {
    let text = ''
    for (let at = start; at < end;) {
      const index = Math.floor(at / blockLength)
      const blockStart = index * blockLength
      const till = Math.min(end, blockStart + blockLength)
      text += (await block(index)).slice(at - blockStart, till - blockStart)
      at = till
    }
    return text
  }

  /** Returns where the piece begins that may begin at most `pieceLength` before its own place. */
  async function startOf(index: number): Promise<number> {
    const place = index * pieceLength
    if (place <= 0) return 0
    if (place >= length) return length
    const from = place - pieceLength
    const before = await slice(from, place)
    const lineEnd = before.lastIndexOf('\n')
    if (lineEnd >= 0) return from + lineEnd + 1
    return /[\uD800-\uDBFF]$/.test(before) ? place - 1 : place
  }

  return {
    slice,
    async piece(index) {
      const [start, end] = await Promise.all([startOf(index), startOf(index + 1)])
      return { start, text: await slice(start, end) }
    },
    async pieceOf(offset) {
      const index = Math.floor(Math.min(offset, Math.max(0, length - 1)) / pieceLength)
      return offset >= (await startOf(index + 1)) ? index + 1 : index
    },
  }
}

/** Returns the number of pieces of a text. */
export function pieceCount(length: number): number {
  return Math.max(1, Math.ceil(length / pieceLength))
}
