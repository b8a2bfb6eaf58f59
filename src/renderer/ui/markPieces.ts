export interface MarkedPiece {
  piece: string
  isMarked: boolean
}

/** Cuts a text at the pieces to mark, the longest first where several match. */
export function markPieces(text: string, marked: readonly string[]): MarkedPiece[] {
  const wanted = marked.filter((piece) => piece !== '').toSorted((a, b) => b.length - a.length)
  if (wanted.length === 0) return [{ piece: text, isMarked: false }]
  const pattern = new RegExp(`(${wanted.map((piece) => RegExp.escape(piece)).join('|')})`)
  return text
    .split(pattern)
    .map((piece, index) => ({ piece, isMarked: index % 2 === 1 }))
    .filter(({ piece }) => piece !== '')
}
