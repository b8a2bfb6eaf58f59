import './code.css'
import { highlightPort } from '../../highlight/highlightPort.ts'
import { createLineHighlighter } from '../../highlight/lineHighlighter.ts'
import type { LineHighlighter, LineTokens } from '../../highlight/lineHighlighter.ts'
import type { MarkdownHost } from '../../host.ts'
import type { CodeBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createElement } from '../createElement.ts'
import { makeSwitchable } from '../kept/switchable.ts'
import { createCodeButton } from './codeButton.ts'
import { createCodeLines } from './codeLines.ts'
import { createCopyButton } from './copyButton.ts'
import { readFenceInfo } from './fenceInfo.ts'
import { createFold } from './fold.ts'
import { cancelPaint, queuePaint } from './paintQueue.ts'
import type { PaintWork } from './paintQueue.ts'

/** Creates a view of code with its language. Each finished line is coloured once. */
export function createCodeView(host: MarkdownHost): BlockView<CodeBlock> {
  const { labels } = host
  const element = createElement('div', 'code-block')
  element.dir = 'ltr'
  element.role = 'group'
  const name = createElement('span', 'code-name')
  const scroller = createElement('pre')
  // A box that scrolls has to take the focus, so that keys can scroll it.
  scroller.tabIndex = 0
  const code = createElement('code')
  scroller.append(code)
  const shownLines = createCodeLines(code)

  let block: CodeBlock | undefined
  let info: string | undefined
  let highlighter: LineHighlighter | undefined
  /** Lines that don't change any more, and so have been given to the highlighter. */
  let finished = 0
  let answered = 0
  let painted = 0
  /** The tokens of the lines from `painted` on, as far as they have come; `head` is the first. */
  let waiting: LineTokens[] = []
  let head = 0

  const textOf = (): string => block?.lines.join('\n') ?? ''
  const isWrapped = (): boolean => element.classList.contains('code-wrapped')
  const setWrapped = (wrapped: boolean): void => {
    element.classList.toggle('code-wrapped', wrapped)
    wrap.ariaPressed = String(wrapped)
  }
  const wrap = createCodeButton('wrap', labels.wrapLines, () => {
    setWrapped(!isWrapped())
    announce()
  })
  wrap.ariaPressed = 'false'
  const save = createCodeButton('save', labels.saveCode, () => {
    host.saveFile(readFenceInfo(info ?? '').fileName, `${textOf()}\n`)
  })
  const preview = createCodeButton('preview', labels.previewCode, () => {
    const { preview: kind, fileName } = readFenceInfo(info ?? '')
    if (kind) host.openPreview?.({ kind, fileName, text: textOf() })
  })
  const announce = makeSwitchable(element, {
    state: () => (isWrapped() ? 'wrapped ' : '') + (fold.isFolded() ? 'folded ' : ''),
    restore: (state) => {
      if (state.includes('wrapped')) setWrapped(true)
      if (state.includes('folded')) fold.setFolded(true)
    },
  })
  const fold = createFold(element, labels, announce)
  const header = createElement('div', 'code-header')
  header.append(name, preview, fold.button, wrap, save, ...createCopyButton(host, textOf))
  element.append(header, scroller, fold.footer)

  const paintNext: PaintWork = (selected) => {
    const tokens = waiting[head]
    if (!tokens) return false
    shownLines.paint(painted, tokens, selected)
    painted += 1
    head += 1
    if (head < waiting.length) return true
    waiting = []
    head = 0
    return false
  }

  const takeTokens = (lines: readonly LineTokens[]): void => {
    waiting.push(...lines)
    answered += lines.length
    queuePaint(paintNext)
    if (block?.closed && answered === finished) highlighter?.close()
  }

  const start = (nextInfo: string): void => {
    info = nextInfo
    if (info) element.dataset['info'] = info
    else delete element.dataset['info']
    const { language, label } = readFenceInfo(info)
    name.textContent = label
    element.ariaLabel = label || labels.code
    highlighter?.close()
    highlighter = language && createLineHighlighter(language, highlightPort, takeTokens)
    finished = 0
    answered = 0
    painted = 0
    waiting = []
    head = 0
  }

  const update = (next: CodeBlock): void => {
    block = next
    if (next.info !== info) start(next.info)
    const { lines, closed } = next
    const nowFinished = closed ? lines.length : Math.max(0, lines.length - 1)
    shownLines.update(lines, finished, nowFinished)
    element.classList.toggle('code-open', !closed)
    // A document that is still written would be drawn in halves.
    preview.hidden = !closed || !host.openPreview || !readFenceInfo(next.info).preview
    fold.update(lines.length, closed)
    if (nowFinished <= finished) return
    highlighter?.push(lines.slice(finished, nowFinished))
    finished = nowFinished
  }

  return {
    element,
    update,
    destroy: () => {
      highlighter?.close()
      cancelPaint(paintNext)
    },
  }
}
