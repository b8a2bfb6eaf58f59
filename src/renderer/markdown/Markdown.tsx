import './markdown.css'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { PlainText } from './PlainText.tsx'
import { ReferencesContext } from './references.ts'
import type { References } from './references.ts'

/** Longer texts are shown as they are. */
const lengthMaximum = 1_000_000

const loadRichMarkdown = async (): Promise<{ default: RichMarkdownType }> => {
  const { RichMarkdown } = await import('./RichMarkdown.tsx')
  return { default: RichMarkdown }
}
type RichMarkdownType = (typeof import('./RichMarkdown.tsx'))['RichMarkdown']
const RichMarkdown = lazy(loadRichMarkdown)

/** Fetches what shows Markdown before the first message needs it. */
export function preloadMarkdown(): void {
  loadRichMarkdown().catch((error: unknown) => console.error('Markdown could not be loaded', error))
}

interface MarkdownProps {
  text: string
  /** More text may follow. */
  streaming: boolean
  /** The sources that the text refers to by number. */
  references?: References | undefined
}

/** A text in Markdown; plain until what shows Markdown is loaded. */
export function Markdown({ text, streaming, references }: MarkdownProps): ReactNode {
  const plain = <PlainText text={text} />
  return (
    <ReferencesContext value={references}>
      <div className="markdown selectable">
        {text.length > lengthMaximum ? (
          plain
        ) : (
          <Suspense fallback={plain}>
            <RichMarkdown text={text} streaming={streaming} />
          </Suspense>
        )}
      </div>
    </ReferencesContext>
  )
}
