import { Image } from 'lucide-react'
import { isValidElement, use } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Components, ExtraProps } from 'react-markdown'
import { CodeBlock } from './CodeBlock.tsx'
import { ExternalLink } from './ExternalLink.tsx'
import { ReferencesContext } from './references.ts'
import { safeAddress } from './safeAddress.ts'

type ElementProps<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps

function Link({ href, children }: ElementProps<'a'>): ReactNode {
  const address = safeAddress(href)
  return address ? <ExternalLink address={address}>{children}</ExternalLink> : children
}

/** Nothing is fetched before the reader asks: a picture's address can tell its owner who reads. */
function RemoteImage({ src, alt }: ElementProps<'img'>): ReactNode {
  const { t } = useTranslation()
  const address = safeAddress(typeof src === 'string' ? src : undefined)
  const label = (
    <>
      <Image aria-hidden className="size-4 shrink-0" />
      {alt || t('markdown.image')}
    </>
  )
  if (!address) return <span className="remote-image">{label}</span>
  return (
    <ExternalLink address={address} className="remote-image">
      {label}
    </ExternalLink>
  )
}

function Preformatted({ children }: ElementProps<'pre'>): ReactNode {
  if (!isValidElement<ComponentProps<'code'>>(children)) return <pre>{children}</pre>
  const language = /language-(\S+)/.exec(children.props.className ?? '')?.[1] ?? ''
  const code = typeof children.props.children === 'string' ? children.props.children : ''
  return <CodeBlock code={code.replace(/\n$/, '')} language={language} open={false} />
}

/** A table that scrolls by itself where it is wider than the text. */
export function TableFrame({ children }: { children?: ReactNode }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="table-scroll" role="group" aria-label={t('markdown.table')} tabIndex={0}>
      <table dir="auto">{children}</table>
    </div>
  )
}

function TaskState({ checked }: ElementProps<'input'>): ReactNode {
  const { t } = useTranslation()
  const name = t(checked ? 'markdown.task.done' : 'markdown.task.open')
  return <input type="checkbox" checked={checked ?? false} readOnly disabled aria-label={name} />
}

function Reference({ node, children }: ElementProps<'cite'>): ReactNode {
  const references = use(ReferencesContext)
  const number = Number(node?.properties['dataNumber'])
  return references?.numbers.has(number) ? references.render(number) : children
}

export const elementComponents: Components = {
  a: Link,
  img: RemoteImage,
  pre: Preformatted,
  table: ({ children }) => <TableFrame>{children}</TableFrame>,
  input: TaskState,
  cite: Reference,
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  ul: ({ children, className }) => (
    <ul dir="auto" className={className}>
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
}
