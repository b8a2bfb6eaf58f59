import type { ReactNode } from 'react'

/** Longer texts are split into pieces whose layout the browser can skip. */
const pieceLength = 4000

interface PlainTextProps {
  text: string
  /** The part of a list or table that the text is, if any. */
  part?: 'listItem' | 'tableRow' | undefined
}

/** Shows text as it was written. */
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

/** Splits after the last line end within the length, or else before a whole code point. */
function splitPieces(text: string): string[] {
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
