import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolNews } from '../../../shared/parts.ts'
import { formatPercentage } from '../../ui/formatAmount.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { visibleText } from '../../ui/visibleText.ts'

/** Shows what the server of a running call tells: its words, how far it is, its task's state. */
export function ToolNewsNote({ news }: { news: ToolNews }): ReactNode {
  const { message, share, task } = news
  const { t, i18n } = useTranslation()
  return (
    <div className="max-w-md space-y-1.5 ps-5 text-sm text-muted">
      {message !== '' && (
        <p className="break-words">
          <bdi>{visibleText(message)}</bdi>
        </p>
      )}
      {task && <p>{t(`chat.tool.task.${task}`)}</p>}
      {share !== null && (
        <ProgressBar
          label={t('chat.tool.progress')}
          fraction={share}
          valueText={formatPercentage(i18n.language, share)}
        />
      )}
    </div>
  )
}
