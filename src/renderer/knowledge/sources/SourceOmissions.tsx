import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { formatList } from '../../ui/formatList.ts'

/** Tells what of a source was not read, and so is not found. */
export function SourceOmissions({ source }: { source: Source }): ReactNode {
  const { t, i18n } = useTranslation()
  const { omissions, status } = source
  if (omissions.length === 0 || status.state === 'skipped') return null
  const names = omissions.map(({ reason, count }) =>
    t(`knowledge.omissions.${reason}`, {
      amount: formatNumber(i18n.language, count),
    }),
  )
  return (
    <p className="text-xs text-pretty text-muted">
      {t('knowledge.omissions.title', { list: formatList(i18n.language, names) })}
    </p>
  )
}
