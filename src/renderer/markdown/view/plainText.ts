import { createElement } from './createElement.ts'

/** A leaf as long is shown as it is: reading and shaping so much in each frame would be felt. */
export const plainLength = 16_000
/** Longer runs are laid out in pieces, each of which the browser may skip. */
const pieceLength = 3000

export interface PlainText {
  /** Shows a text. One that continues the text before only adds to the last piece. */
  update: (text: string) => void
}

/** Shows text as it was written. */
export function createPlainText(element: HTMLElement): PlainText {
  let shown = ''
  let last: { node: Text; start: number } | undefined
  const pieces: HTMLElement[] = []

  const clear = (): void => {
    for (const piece of pieces.splice(0)) piece.remove()
    element.classList.remove('plain-text')
    if (!element.classList.length) element.removeAttribute('class')
    shown = ''
    last = undefined
  }

  const addPiece = (start: number): { node: Text; start: number } => {
    const piece = createElement('span')
    const node = document.createTextNode('')
    piece.append(node)
    pieces.push(piece)
    element.append(piece)
    return { node, start }
  }

  return {
    update: (text) => {
      if (text === shown) return
      if (!text.startsWith(shown)) clear()
      if (text === '') return
      element.classList.add('plain-text')
      last ??= addPiece(0)
      for (;;) {
        const end = pieceEnd(text, last.start)
        const length = end - last.start
        if (last.node.length > length) last.node.deleteData(length, last.node.length - length)
        else last.node.appendData(text.slice(last.start + last.node.length, end))
        if (end === text.length) break
        last = addPiece(end)
      }
      shown = text
    },
  }
}

/**
 * Returns the end of a piece: behind the last line end within the length, or else before a whole
 * code point.
 */
function pieceEnd(text: string, start: number): number {
  const longest = start + pieceLength
  if (text.length <= longest) return text.length
  const lineEnd = text.slice(start, longest).lastIndexOf('\n')
  if (lineEnd > 0) return start + lineEnd + 1
  const code = text.charCodeAt(longest)
  return code >= 0xdc00 && code <= 0xdfff ? longest - 1 : longest
}
