import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../markdown/Markdown.tsx'
import type { MarkdownProps } from '../markdown/Markdown.tsx'
import { createMarkdownHost } from './markdownHost.ts'

export interface MarkdownTextProps extends Omit<MarkdownProps, 'host'> {
  /** The reader wants to see a source; `anchor` is what was pressed. Another makes all anew. */
  onOpenSource?: (number: number, anchor: HTMLElement) => void
}

const openNothing = (): void => {}

/** A text in Markdown, with the texts and the doings of this app. */
export function MarkdownText(props: MarkdownTextProps): ReactNode {
  const { onOpenSource = openNothing, ...rest } = props
  const { t, i18n } = useTranslation()
  const host = useMemo(
    () => createMarkdownHost(t, i18n.language, onOpenSource),
    [t, i18n.language, onOpenSource],
  )
  return <Markdown {...rest} host={host} />
}
