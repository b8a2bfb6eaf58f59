import './markdown.css'
import { use, useLayoutEffect, useRef, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { MarkdownHost } from './host.ts'
import { createSmoothText } from './smoothText.ts'
import type { SmoothText } from './smoothText.ts'
import type { createMarkdownView, MarkdownView } from './view/createMarkdownView.ts'
import type { Sources } from './view/references.ts'

/** Longer texts are shown as they are. */
const lengthMaximum = 5_000_000

interface ViewModule {
  createMarkdownView: typeof createMarkdownView
}

const noSources: Sources = new Map()

let loading: Promise<ViewModule> | undefined

/** Fetches what shows Markdown before the first text needs it. */
export function preloadMarkdown(): Promise<ViewModule> {
  loading ??= import('./view/createMarkdownView.ts')
  return loading
}

export interface MarkdownProps {
  text: string
  /** More text may follow. */
  streaming: boolean
  /** Another host makes everything anew. */
  host: MarkdownHost
  /** What `[n]` in the text stands for. */
  sources?: Sources | undefined
}

/** A text in Markdown; plain until what shows Markdown is loaded. */
export function Markdown(props: MarkdownProps): ReactNode {
  const { text } = props
  if (text.length > lengthMaximum) return <PlainMarkdown text={text} pending={false} />
  return (
    <Suspense fallback={<PlainMarkdown text={text} pending />}>
      <MarkdownElement {...props} />
    </Suspense>
  )
}

function PlainMarkdown({ text, pending }: { text: string; pending: boolean }): ReactNode {
  return (
    <div className="markdown plain-text selectable" aria-busy={pending || undefined}>
      {text}
    </div>
  )
}

/** Everything in this element is the view's; React only hands the text on. */
function MarkdownElement({ text, streaming, host, sources }: MarkdownProps): ReactNode {
  const { createMarkdownView } = use(preloadMarkdown())
  const parent = useRef<HTMLDivElement>(null)
  const shown = useRef<Shown>(null)
  useLayoutEffect(() => {
    const view = createMarkdownView(host)
    const smooth = createSmoothText(view.update)
    parent.current?.replaceChildren(view.element)
    shown.current = { view, smooth }
    return () => {
      smooth.stop()
      view.destroy()
    }
  }, [createMarkdownView, host])
  useLayoutEffect(() => shown.current?.view.setSources(sources ?? noSources), [sources, host])
  useLayoutEffect(() => shown.current?.smooth.update(text, streaming), [text, streaming, host])
  return <div ref={parent} className="selectable" />
}

interface Shown {
  view: MarkdownView
  smooth: SmoothText
}
