import './markdown.css'
import { use, useLayoutEffect, useRef, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { MarkdownHost } from './host.ts'
import type { KeptSwitches } from './keptSwitches.ts'
import { createSmoothText } from './smoothText.ts'
import type { SmoothText } from './smoothText.ts'
import type { createMarkdownView, MarkdownView } from './view/createMarkdownView.ts'
import { keepSwitches } from './view/kept/keepSwitches.ts'
import type { SwitchKeeper } from './view/kept/keepSwitches.ts'
import type { Sources } from './view/references.ts'

/** Longer texts are shown unformatted, in pieces that the browser may skip. */
const maxLength = 5_000_000
const pieces = /[^]{1,4000}/gu
/** The length of plain text that is shown until the view is loaded: the first screens. */
const pendingLength = 10_000

interface ViewModule {
  createMarkdownView: typeof createMarkdownView
}

const noSources: Sources = new Map()

let loading: Promise<ViewModule> | undefined

/** Loads the code that shows Markdown, before the first text needs it. */
export function preloadMarkdown(): Promise<ViewModule> {
  loading ??= import('./view/createMarkdownView.ts')
  return loading
}

export interface MarkdownProps {
  text: string
  /** More text may follow. */
  streaming: boolean
  /** A different host rebuilds the whole text. */
  host: MarkdownHost
  /** The sources that `[n]` in the text refers to. */
  sources?: Sources | undefined
  /**
   * The switches that the reader has set in this text. A different object rebuilds the whole text.
   */
  kept?: KeptSwitches | undefined
}

/** Shows a text in Markdown. The text is plain until the code that shows Markdown is loaded. */
export function Markdown(props: MarkdownProps): ReactNode {
  const { text } = props
  if (text.length > maxLength) return <PlainMarkdown text={text} />
  return (
    <Suspense fallback={<PlainMarkdown text={text.slice(0, pendingLength)} pending />}>
      <MarkdownElement {...props} />
    </Suspense>
  )
}

interface PlainMarkdownProps {
  text: string
  /** Set while another element is about to replace it. */
  pending?: boolean
}

/** Shows a text unformatted. */
export function PlainMarkdown({ text, pending = false }: PlainMarkdownProps): ReactNode {
  return (
    <div dir="auto" className="markdown plain-text selectable" aria-busy={pending || undefined}>
      {text.match(pieces)?.map((piece, index) => (
        <span key={index}>{piece}</span>
      ))}
    </div>
  )
}

/** Renders an element whose content is the view's. React only passes the text on. */
function MarkdownElement(props: MarkdownProps): ReactNode {
  const { text, streaming, host, sources, kept } = props
  const { createMarkdownView } = use(preloadMarkdown())
  const parent = useRef<HTMLDivElement>(null)
  const shown = useRef<Shown>(null)
  useLayoutEffect(() => {
    const view = createMarkdownView(host)
    const smooth = createSmoothText(view.update)
    parent.current?.replaceChildren(view.element)
    const keeper = kept && keepSwitches(view.element, kept)
    shown.current = { view, smooth, keeper }
    return () => {
      smooth.stop()
      keeper?.stop()
      view.destroy()
    }
  }, [createMarkdownView, host, kept])
  useLayoutEffect(() => shown.current?.view.setSources(sources ?? noSources), [sources, host, kept])
  useLayoutEffect(() => {
    shown.current?.smooth.update(text, streaming)
    // Before the row is measured.
    shown.current?.keeper?.restore()
  }, [text, streaming, host, kept])
  return <div ref={parent} className="selectable" />
}

interface Shown {
  view: MarkdownView
  smooth: SmoothText
  keeper: SwitchKeeper | undefined
}
