import type { ReactNode } from 'react'

/** Longer runs are laid out in pieces, each of which the browser may skip. */
const pieceLength = 4000

interface PlainTextProps {
  text: string
  /** What of a list or table around it the text stands for, if anything. */
  part?: 'listItem' | 'tableRow' | undefined
}

/** Text as it was written. */
export function PlainText({ text, part }: PlainTextProps): ReactNode {
  const pieces = splitPieces(text).map((piece, index) => <span key={index}>{piece}</span>)
  if (part === 'listItem') return <li className="plain-text">{pieces}</li>
  if (part === 'tableRow') {
    return (
      <tr>
        <td className="plain-text">{pieces}</td>
      </tr>
    )
  }
  return (
    <div dir="auto" className="plain-text">
      {pieces}
    </div>
  )
}

/** Cuts after the last line end within the length, or else before a whole code point. */
export function splitPieces(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > pieceLength) {
    const lineEnd = text.slice(start, start + pieceLength).lastIndexOf('\n')
    let end = start + (lineEnd > 0 ? lineEnd + 1 : pieceLength)
    const code = text.charCodeAt(end)
    if (code >= 0xdc00 && code <= 0xdfff) end -= 1
    pieces.push(text.slice(start, end))
    start = end
  }
  pieces.push(text.slice(start))
  return pieces
}
