import { memo, Suspense, use, useMemo } from 'react'
import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import type { Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { completeTail, cutAtGrapheme } from './completeTail.ts'
import { elementComponents } from './elementComponents.tsx'
import { elementHandlers } from './elementHandlers.ts'
import { markReferences, unwrapList, unwrapTableRow } from './elementPlugins.ts'
import { isTooIntricate } from './isTooIntricate.ts'
import { LazyTexMarkdown } from './LazyTexMarkdown.ts'
import { hideOpenTex, normalizeTex } from './normalizeTex.ts'
import { PlainText } from './PlainText.tsx'
import { ReferencesContext } from './references.ts'
import { safeAddress } from './safeAddress.ts'

const remarkPlugins = [remarkGfm]
const remarkRehypeOptions = { handlers: elementHandlers }
const unwrapPart = { listItem: unwrapList, tableRow: unwrapTableRow }
const noReferences: ReadonlySet<number> = new Set()

interface MarkdownSourceProps {
  raw: string
  /** Sources of the definitions elsewhere in the text that it refers to. */
  definitions: string
  /** It is a piece of something that stands around it: one item of a list, one row of a table. */
  part?: 'listItem' | 'tableRow'
  /** More may follow: what is half-written is completed for the eye. */
  growing?: boolean
}

/** One block of Markdown; it is read again only when its source changes. */
export const MarkdownSource = memo(function MarkdownSource(props: MarkdownSourceProps): ReactNode {
  const { raw, definitions, part, growing = false } = props
  const numbers = use(ReferencesContext)?.numbers ?? noReferences
  const rehypePlugins = useMemo<Options['rehypePlugins']>(
    () => [
      ...(numbers.size > 0
        ? [[markReferences, numbers] as [typeof markReferences, typeof numbers]]
        : []),
      ...(part ? [unwrapPart[part]] : []),
    ],
    [numbers, part],
  )
  const plain = <PlainText text={raw} part={part} />
  if (isTooIntricate(raw)) return plain
  const visible = growing ? completeTail(hideOpenTex(cutAtGrapheme(raw))) : raw
  const { source, holdsTex } = normalizeTex(visible)
  const options: Options = {
    children: definitions ? `${source}\n\n${definitions}` : source,
    components: elementComponents,
    remarkPlugins,
    remarkRehypeOptions,
    rehypePlugins,
    urlTransform: (address) => safeAddress(address),
  }
  if (!holdsTex) return <ReactMarkdown {...options} />
  return (
    <Suspense fallback={plain}>
      <LazyTexMarkdown {...options} />
    </Suspense>
  )
})
