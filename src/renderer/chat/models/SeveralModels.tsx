import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxColumns } from '../../../shared/limits.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { Chip } from '../../ui/layout/Chip.tsx'

interface SeveralModelsProps {
  /** Whether several models are being chosen. */
  isOn: boolean
  /** The number of models chosen. */
  count: number
  onChange: (isOn: boolean) => void
}

/** Lets the user choose several models for the next message, and counts them. */
export function SeveralModels({ isOn, count, onChange }: SeveralModelsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => formatNumber(i18n.language, value)
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 pb-1.5">
      <Chip size="small" pressed={isOn} onClick={() => onChange(!isOn)}>
        {t('chat.columns.several')}
      </Chip>
      <span role="status" className="text-xs text-muted">
        {isOn && t('chat.columns.chosen', { chosen: number(count), total: number(maxColumns) })}
      </span>
    </div>
  )
}
