import '../../../src/renderer/core/appearance/theme.css'
import { copiedText } from '../../../src/renderer/markdown/copying/copiedText.ts'
import type { CopiedText } from '../../../src/renderer/markdown/copying/copiedText.ts'
import '../../../src/renderer/markdown/markdown.css'
import { whenDrawn } from '../../../src/renderer/markdown/drawnLater.ts'
import { showWholeTexts } from '../../../src/renderer/markdown/pendingTexts.ts'
import { createMarkdownView } from '../../../src/renderer/markdown/view/createMarkdownView.ts'
import { keepSwitches } from '../../../src/renderer/markdown/view/kept/keepSwitches.ts'
import type { SwitchKeeper } from '../../../src/renderer/markdown/view/kept/keepSwitches.ts'
import type { MarkdownView } from '../../../src/renderer/markdown/view/createMarkdownView.ts'
import { createEnglishHost } from './englishHost.ts'

/** Functions of the page for the tests. */
export interface MarkdownTestPage {
  createView: () => MarkdownView
  /** Takes the view before away, and shows another. */
  show: (text: string) => MarkdownView
  /** The same, and all of it in this task. */
  showAtOnce: (text: string) => void
  /** The same; resolves when all has been drawn. */
  showWhole: (text: string) => Promise<void>
  /** Whether a text that comes in such pieces ends up as the same elements as at once. */
  compare: (pieces: readonly string[]) => Promise<Difference | undefined>
  /** Returns those of these texts that do not. */
  compareAll: (texts: readonly (readonly string[])[]) => Promise<Difference[]>
  /** Shows a text whose switches were kept under a name, and keeps them. */
  showKept: (name: string, text: string) => void
  /** Returns the switches kept under a name, by place. */
  keptOf: (name: string) => Record<string, string>
  /** The address that remote pictures are loaded from; none means that they can't be. */
  serveImages: (address: string | undefined) => void
  /** Whether the host fails at the picture `failingSource`. */
  failAtPicture: (failing: boolean) => void
  /** Returns the selection as it is copied. */
  copySelection: () => CopiedText | undefined
  /** Calls that the host has received. */
  remembered: { what: string; value: string }[]
}

export interface Difference {
  /** The place among the texts that were compared. */
  index: number
  streamed: string
  atOnce: string
}

declare global {
  interface Window {
    markdown: MarkdownTestPage
  }
}

const root = document.getElementById('root')!
const remembered: MarkdownTestPage['remembered'] = []
let imageAddress: string | undefined
let isFailing = false
const host = createEnglishHost(
  (what, value) => remembered.push({ what, value }),
  () => imageAddress,
  () => isFailing,
)
const createView = (): MarkdownView => createMarkdownView(host)

async function compareAll(texts: readonly (readonly string[])[]): Promise<Difference[]> {
  const pairs = texts.map((pieces) => ({ pieces, streamed: createView(), atOnce: createView() }))
  root.replaceChildren(
    ...pairs.flatMap(({ streamed, atOnce }) => [streamed.element, atOnce.element]),
  )
  const length = Math.max(0, ...texts.map((pieces) => pieces.length))
  const came = pairs.map(() => '')
  for (let step = 0; step < length; step += 1) {
    for (const [index, { pieces, streamed }] of pairs.entries()) {
      const piece = pieces[step]
      if (piece !== undefined) streamed.update((came[index] += piece), true)
    }
    // Leaves some drawing to a time when the text has gone on.
    if (step % 8 === 0) await nextFrame()
  }
  for (const [index, { streamed, atOnce }] of pairs.entries()) {
    streamed.update(came[index] ?? '', false)
    atOnce.update(came[index] ?? '', false)
  }
  await whenDrawn()
  const found = pairs
    .map(({ streamed, atOnce }, index) => ({
      index,
      streamed: htmlOf(streamed.element),
      atOnce: htmlOf(atOnce.element),
    }))
    .filter((each) => each.streamed !== each.atOnce)
  for (const { streamed, atOnce } of pairs) {
    streamed.destroy()
    atOnce.destroy()
  }
  return found
}

/** Returns the elements as HTML, with each one's attributes in the order of their names. */
function htmlOf(element: Element): string {
  // In another document pictures are not loaded again.
  const copy = document.implementation.createHTMLDocument().importNode(element, true)
  for (const each of [copy, ...copy.querySelectorAll('*')]) {
    const attributes = [...each.attributes].toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    )
    for (const attribute of attributes) each.removeAttributeNode(attribute)
    for (const attribute of attributes) each.setAttributeNode(attribute)
  }
  return copy.outerHTML
}

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame)

/** Resolves when the fonts and pictures are there that a text in sight is laid out with. */
async function whenLoaded(): Promise<void> {
  // A font is asked for at the first layout that needs it.
  root.getBoundingClientRect()
  await document.fonts.ready
  const pictures = Array.from(root.querySelectorAll('img'), (picture) => picture.decode())
  await Promise.allSettled(pictures)
}

let shown: MarkdownView | undefined
let keeper: SwitchKeeper | undefined
const keptByName = new Map<string, Map<string, string>>()

function keptOf(name: string): Map<string, string> {
  const kept = keptByName.get(name) ?? new Map<string, string>()
  keptByName.set(name, kept)
  return kept
}

function show(text: string): MarkdownView {
  shown?.destroy()
  keeper?.stop()
  shown = createView()
  root.replaceChildren(shown.element)
  shown.update(text, false)
  return shown
}

window.markdown = {
  createView,
  compare: async (pieces) => (await compareAll([pieces]))[0],
  compareAll,
  copySelection: () => copiedText(getSelection()!.getRangeAt(0)),
  remembered,
  show,
  showKept: (name, text) => {
    const { element } = show(text)
    const kept = keptOf(name)
    keeper = keepSwitches(element, {
      all: () => kept,
      set: (place, state) => {
        if (state === '') kept.delete(place)
        else kept.set(place, state)
      },
    })
    keeper.restore()
  },
  keptOf: (name) => Object.fromEntries(keptOf(name)),
  serveImages: (address) => {
    imageAddress = address
  },
  failAtPicture: (failing) => {
    isFailing = failing
  },
  showAtOnce: (text) => {
    show(text)
    showWholeTexts(() => true)
  },
  showWhole: async (text) => {
    show(text)
    await whenDrawn()
    await whenLoaded()
  },
}
