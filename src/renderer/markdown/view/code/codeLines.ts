import type { LineTokens } from '../../highlight/lineHighlighter.ts'
import { createElement } from '../createElement.ts'
import { patchText } from '../patchText.ts'
import { createPlainText } from '../plainText.ts'
import type { PlainText } from '../plainText.ts'
import { setSkippable } from '../setSkippable.ts'
import { moveSelected } from './selectedEnds.ts'
import type { SelectedEnds } from './selectedEnds.ts'

/** Lines in one box: the last one is laid out at every update, the others may be skipped. */
const chunkLines = 16
/**
 * The number of chunks in one box. Each chunk that is not skipped costs a little at every update.
 */
const sectionChunks = 4
/** Longer lines are laid out in pieces, and have no colours. */
const longLine = 10_000

export interface CodeLines {
  /** Brings the lines from `first` on up to date; those before `finished` won't change again. */
  update: (lines: readonly string[], first: number, finished: number) => void
  /** Colours a line that will not change any more; what is selected in it stays so. */
  paint: (index: number, tokens: LineTokens, selected: SelectedEnds | undefined) => void
}

/** Lines of code, a box each: a single large one is laid out whole at every line that is added. */
export function createCodeLines(element: HTMLElement): CodeLines {
  const sections: HTMLElement[] = []
  const chunks: HTMLElement[] = []
  const shown: HTMLElement[] = []
  /** The long line that was set last: what is added to it only adds to its last piece. */
  let long: { line: HTMLElement; text: PlainText } | undefined

  const addSection = (): HTMLElement => {
    const section = createElement('span', 'code-section')
    element.append(section)
    sections.push(section)
    setSkippable(sections)
    return section
  }

  const addChunk = (): HTMLElement => {
    const chunk = createElement('span', 'code-chunk')
    const section = sections[Math.floor(chunks.length / sectionChunks)] ?? addSection()
    section.append(chunk)
    chunks.push(chunk)
    return chunk
  }

  const addLine = (): HTMLElement => {
    const line = createElement('span', 'code-line')
    const chunk = chunks[Math.floor(shown.length / chunkLines)] ?? addChunk()
    chunk.append(line)
    shown.push(line)
    return line
  }

  const removeFrom = (count: number): void => {
    for (const line of shown.splice(count)) line.remove()
    for (const chunk of chunks.splice(Math.ceil(count / chunkLines))) chunk.remove()
    const left = Math.ceil(chunks.length / sectionChunks)
    for (const section of sections.splice(left)) section.remove()
    setSkippable(sections)
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
    paint: (index, tokens, selected) => {
      const line = shown[index]
      if (line) paintLine(line, tokens, selected)
    },
  }
}

/** Sets a line's text, its line end included, so that selected lines are copied as code. */
function setLine(line: HTMLElement, text: string): void {
  if (line.className !== 'code-line') line.className = 'code-line'
  const { firstChild } = line
  if (firstChild instanceof Text && line.childNodes.length === 1) patchText(firstChild, `${text}\n`)
  else line.replaceChildren(`${text}\n`)
}

function paintLine(line: HTMLElement, tokens: LineTokens, selected?: SelectedEnds): void {
  const text = line.firstChild
  // Tokens whose lengths do not match the line come from an older request.
  if (!(text instanceof Text) || line.childNodes.length > 1) return
  const length = tokens.reduce((sum, [count]) => sum + count, 0)
  if (length !== text.length - 1) return
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
  if (selected) moveSelected(selected, text, line)
}
