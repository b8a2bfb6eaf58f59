import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolCallPart, ToolResultPart } from '../../../../shared/chat/parts.ts'
import { MarkdownText } from '../../../core/MarkdownText.tsx'
import { visibleText } from '../../../ui/visibleText.ts'
import { toolTitle } from './toolTitle.ts'

interface PageTextsProps {
  call: ToolCallPart
  texts: NonNullable<ToolResultPart['pageTexts']>
}

/** Shows what a plugin's page has written, set apart from the model's answer. */
export function PageTexts({ call, texts }: PageTextsProps): ReactNode {
  const { t } = useTranslation()
  const name = visibleText(call.pluginTitle ?? toolTitle(t, call))
  const label = t('chat.tool.pageText', { name })
  return (
    <section aria-label={label} className="space-y-1 border-s-2 border-line ps-3">
      <p className="text-sm text-muted">{label}</p>
      {texts.map(({ text }, index) => (
        <MarkdownText key={index} text={text} streaming={false} />
      ))}
    </section>
  )
}
