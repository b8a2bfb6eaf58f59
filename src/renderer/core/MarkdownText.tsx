import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../markdown/Markdown.tsx'
import type { MarkdownProps } from '../markdown/Markdown.tsx'
import { createMarkdownHost } from './markdownHost.ts'
import { openPreview } from './shownPreview.ts'

export interface MarkdownTextProps extends Omit<MarkdownProps, 'host'> {
  /**
   * Called when the reader opens a source; `anchor` is the pressed element. A new function redraws
   * the whole text.
   */
  onOpenSource?: (number: number, anchor: HTMLElement) => void
  /** Called when the reader wants a diagram fixed. A new function redraws the whole text, too. */
  onAskToFix?: (source: string, problem: string) => void
  /** Offers no previews, in a place that has no panel for them. */
  withoutPreviews?: true
}

const openNothing = (): void => {}

/** Shows a Markdown text with this app's texts and actions. */
export function MarkdownText(props: MarkdownTextProps): ReactNode {
  const { onOpenSource = openNothing, onAskToFix, withoutPreviews = false, ...rest } = props
  const { t, i18n } = useTranslation()
  const host = useMemo(
    () => ({
      ...createMarkdownHost(t, i18n.language, onOpenSource, onAskToFix),
      ...(!withoutPreviews && { openPreview }),
    }),
    [t, i18n.language, onOpenSource, onAskToFix, withoutPreviews],
  )
  return <Markdown {...rest} host={host} />
}
