import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../markdown/Markdown.tsx'
import type { MarkdownProps } from '../markdown/Markdown.tsx'
import { createMarkdownHost } from './markdownHost.ts'

export interface MarkdownTextProps extends Omit<MarkdownProps, 'host'> {
  /**
   * Called when the reader opens a source; `anchor` is the pressed element. A new function redraws
   * the whole text.
   */
  onOpenSource?: (number: number, anchor: HTMLElement) => void
  /** Called when the reader wants a diagram fixed. A new function redraws the whole text, too. */
  onAskToFix?: (source: string, problem: string) => void
}

const openNothing = (): void => {}

/** Shows a Markdown text with this app's texts and actions. */
export function MarkdownText(props: MarkdownTextProps): ReactNode {
  const { onOpenSource = openNothing, onAskToFix, ...rest } = props
  const { t, i18n } = useTranslation()
  const host = useMemo(
    () => createMarkdownHost(t, i18n.language, onOpenSource, onAskToFix),
    [t, i18n.language, onOpenSource, onAskToFix],
  )
  return <Markdown {...rest} host={host} />
}
