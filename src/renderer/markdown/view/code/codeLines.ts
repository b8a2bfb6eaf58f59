import type { LineTokens } from '../../highlight/lineHighlighter.ts'
import { createElement } from '../createElement.ts'
import { patchText } from '../patchText.ts'
import { createPlainText } from '../plainText.ts'
import type { PlainText } from '../plainText.ts'

/** Lines in one box: the last one is laid out at every update, the others may be skipped. */
const chunkLines = 16
/** Chunks in one box: each that is not skipped costs a little at every update, whatever is in it. */
const sectionChunks = 4
/** Longer lines are laid out in pieces, and have no colours. */
const longLine = 10_000

export interface CodeLines {
  /** Brings the lines from `first` on up to date; those before `finished` won't change again. */
  update: (lines: readonly string[], first: number, finished: number) => void
  /** Colours a line that will not change any more. */
  paint: (index: number, tokens: LineTokens) => void
}

/** Lines of code, a box each: a single large one is laid out whole at every line that is added. */
export function createCodeLines(element: HTMLElement): CodeLines {
  const sections: HTMLElement[] = []
  const chunks: HTMLElement[] = []
  const shown: HTMLElement[] = []
  /** The long line that was set last: what is added to it only adds to its last piece. */
  let long: { line: HTMLElement; text: PlainText } | undefined

  const addLine = (): HTMLElement => {
    const chunkNumber = Math.floor(shown.length / chunkLines)
    const section = boxOf(
      sections,
      Math.floor(chunkNumber / sectionChunks),
      'code-section',
      element,
    )
    const chunk = boxOf(chunks, chunkNumber, 'code-chunk', section)
    const line = createElement('span', 'code-line')
    chunk.append(line)
    shown.push(line)
    return line
  }

  const removeFrom = (count: number): void => {
    for (const line of shown.splice(count)) line.remove()
    for (const chunk of chunks.splice(Math.ceil(count / chunkLines))) chunk.remove()
    for (const section of sections.splice(Math.ceil(chunks.length / sectionChunks)))
      section.remove()
  }

  const setLongLine = (line: HTMLElement, text: string): void => {
    if (long?.line !== line) {
      line.replaceChildren()
      line.className = 'code-line code-line-long'
      long = { line, text: createPlainText(line) }
    }
    long.text.update(text)
  }

  return {
    update: (lines, first, finished) => {
      for (const [offset, text] of lines.slice(first).entries()) {
        const index = first + offset
        const line = shown[index] ?? addLine()
        if (text.length > longLine) {
          setLongLine(line, index < finished ? `${text}\n` : text)
          continue
        }
        if (long?.line === line) long = undefined
        setLine(line, text)
      }
      if (shown.length > lines.length) removeFrom(lines.length)
    },
    paint: (index, tokens) => {
      const line = shown[index]
      if (line) paintLine(line, tokens)
    },
  }
}

/** The box with a number, which is made where it is the next one. */
function boxOf(
  boxes: HTMLElement[],
  number: number,
  className: string,
  parent: HTMLElement,
): HTMLElement {
  const existing = boxes[number]
  if (existing) return existing
  const box = createElement('span', className)
  boxes[number] = box
  parent.append(box)
  return box
}

/** Every line has its end within it, so that what is selected is the code. */
function setLine(line: HTMLElement, text: string): void {
  if (line.className !== 'code-line') line.className = 'code-line'
  const { firstChild } = line
  if (firstChild instanceof Text && line.childNodes.length === 1) patchText(firstChild, `${text}\n`)
  else line.replaceChildren(`${text}\n`)
}

function paintLine(line: HTMLElement, tokens: LineTokens): void {
  const text = line.firstChild
  // What can't be these tokens' line has not been asked for.
  if (!(text instanceof Text) || line.childNodes.length > 1) return
  const length = tokens.reduce((sum, [count]) => sum + count, 0)
  if (length !== text.length - 1) return
  const restoreSelection = keepSelection(line, text)
  const code = text.data
  const fragment = document.createDocumentFragment()
  let start = 0
  let plain = ''
  for (const [count, kind] of tokens) {
    const piece = code.slice(start, start + count)
    start += count
    if (kind === '') {
      plain += piece
      continue
    }
    if (plain) fragment.append(plain)
    plain = ''
    const token = createElement('span', `token-${kind}`)
    token.append(piece)
    fragment.append(token)
  }
  fragment.append(`${plain}\n`)
  line.replaceChildren(fragment)
  restoreSelection?.()
}

/** What is selected in a line is selected again in what takes its place. */
function keepSelection(line: HTMLElement, text: Text): (() => void) | undefined {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  if (anchorNode !== text && focusNode !== text) return undefined
  return () => {
    const anchor = anchorNode === text ? placeIn(line, anchorOffset) : [anchorNode, anchorOffset]
    const focus = focusNode === text ? placeIn(line, focusOffset) : [focusNode, focusOffset]
    const [from, fromOffset] = anchor as [Node, number]
    const [to, toOffset] = focus as [Node, number]
    selection.setBaseAndExtent(from, fromOffset, to, toOffset)
  }
}

function placeIn(line: HTMLElement, offset: number): [Node, number] {
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let left = offset
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node as Text
    if (left <= length) return [node, left]
    left -= length
  }
  return [line, line.childNodes.length]
}
