import '../../../src/renderer/app/theme.css'
import { copiedText } from '../../../src/renderer/markdown/copying/copiedText.ts'
import type { CopiedText } from '../../../src/renderer/markdown/copying/copiedText.ts'
import '../../../src/renderer/markdown/markdown.css'
import { createMarkdownView } from '../../../src/renderer/markdown/view/createMarkdownView.ts'
import type { MarkdownView } from '../../../src/renderer/markdown/view/createMarkdownView.ts'
import { createEnglishHost } from './englishHost.ts'

/** What the tests do with the page. */
export interface MarkdownTestPage {
  createView: () => MarkdownView
  /** Takes the view before away, and shows another. */
  show: (text: string) => MarkdownView
  /** Whether a text that comes in such pieces ends up as the same elements as at once. */
  compare: (pieces: readonly string[]) => Promise<Difference | undefined>
  /** What is selected, as it is copied. */
  copySelection: () => CopiedText | undefined
  /** What the host was asked for. */
  remembered: { what: string; value: string }[]
}

export interface Difference {
  streamed: string
  atOnce: string
}

declare global {
  interface Window {
    markdown: MarkdownTestPage
  }
}

/** Long enough for what is drawn in a worker. */
const settleMilliseconds = 5000

const root = document.getElementById('root')!
const remembered: MarkdownTestPage['remembered'] = []
const host = createEnglishHost((what, value) => remembered.push({ what, value }))
const createView = (): MarkdownView => createMarkdownView(host)

async function compare(pieces: readonly string[]): Promise<Difference | undefined> {
  const streamed = createView()
  const atOnce = createView()
  root.replaceChildren(streamed.element, atOnce.element)
  let text = ''
  for (const piece of pieces) {
    text += piece
    streamed.update(text, true)
  }
  streamed.update(text, false)
  atOnce.update(text, false)
  const isSame = (): boolean => streamed.element.outerHTML === atOnce.element.outerHTML
  for (const end = performance.now() + settleMilliseconds; performance.now() < end;) {
    if (isSame()) break
    await new Promise(requestAnimationFrame)
  }
  const difference = { streamed: streamed.element.outerHTML, atOnce: atOnce.element.outerHTML }
  streamed.destroy()
  atOnce.destroy()
  return difference.streamed === difference.atOnce ? undefined : difference
}

let shown: MarkdownView | undefined

window.markdown = {
  createView,
  compare,
  copySelection: () => copiedText(getSelection()!.getRangeAt(0)),
  remembered,
  show: (text) => {
    shown?.destroy()
    shown = createView()
    root.replaceChildren(shown.element)
    shown.update(text, false)
    return shown
  },
}
