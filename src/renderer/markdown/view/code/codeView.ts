import './code.css'
import { codeLanguageLabel, findCodeLanguage } from '../../highlight/codeLanguages.ts'
import { highlightPort } from '../../highlight/highlightPort.ts'
import { createLineHighlighter } from '../../highlight/lineHighlighter.ts'
import type { LineHighlighter, LineTokens } from '../../highlight/lineHighlighter.ts'
import type { MarkdownHost } from '../../host.ts'
import type { CodeBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createElement } from '../createElement.ts'
import { createCodeButton } from './codeButton.ts'
import { codeFileName, languageOf } from './codeFileName.ts'
import { createCodeLines } from './codeLines.ts'
import { createCopyButton } from './copyButton.ts'
import { createFold } from './fold.ts'
import { cancelPaint, queuePaint } from './paintQueue.ts'

/** Code with its language, as it is written: each finished line gets its colours once. */
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
  let painted = 0
  let unpainted: LineTokens[] = []

  const textOf = (): string => block?.lines.join('\n') ?? ''
  const wrap = createCodeButton('wrap', labels.wrapLines, () => {
    const isWrapped = element.classList.toggle('code-wrapped')
    wrap.ariaPressed = String(isWrapped)
  })
  wrap.ariaPressed = 'false'
  const save = createCodeButton('save', labels.saveCode, () => {
    host.saveFile(codeFileName(info ?? ''), `${textOf()}\n`)
  })
  const fold = createFold(element, labels)
  const header = createElement('div', 'code-header')
  header.append(name, fold.button, wrap, save, ...createCopyButton(host, textOf))
  element.append(header, scroller, fold.footer)

  const paintNext = (): boolean => {
    const tokens = unpainted[painted]
    if (!tokens) return false
    shownLines.paint(painted, tokens)
    painted += 1
    if (painted === finished) unpainted = []
    return painted < finished && unpainted[painted] !== undefined
  }

  const start = (nextInfo: string): void => {
    info = nextInfo
    if (info) element.dataset['info'] = info
    else delete element.dataset['info']
    const label = codeLanguageLabel(languageOf(info))
    name.textContent = label
    element.ariaLabel = label || labels.code
    const language = findCodeLanguage(languageOf(info))
    highlighter?.close()
    highlighter = language && createLineHighlighter(language, highlightPort, takeTokens)
    finished = 0
    painted = 0
    unpainted = []
  }

  const takeTokens = (lines: readonly LineTokens[]): void => {
    // Tokens keep the index of their line; those that were painted have been let go.
    unpainted.length = Math.max(unpainted.length, painted)
    unpainted.push(...lines)
    queuePaint(paintNext)
    if (block?.closed && unpainted.length >= finished) highlighter?.close()
  }

  const update = (next: CodeBlock): void => {
    const first = Math.max(0, finished)
    block = next
    if (next.info !== info) start(next.info)
    shownLines.update(next.lines, first)
    fold.update(next.lines.length, next.closed)
    const nowFinished = next.closed ? next.lines.length : Math.max(0, next.lines.length - 1)
    if (nowFinished <= finished) return
    highlighter?.push(next.lines.slice(finished, nowFinished))
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
