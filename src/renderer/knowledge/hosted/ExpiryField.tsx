import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExpiryDays } from '../../../shared/knowledge/knowledgeHosted.ts'
import { FieldRow } from '../../ui/forms/FieldRow.tsx'
import { formatDays } from '../../ui/formatAmount.ts'
import { Select } from '../../ui/controls/Select.tsx'

/** The contract's choices, whose module would bring zod along. */
const choices: Readonly<Record<`${ExpiryDays}`, ExpiryDays>> = { 7: 7, 30: 30, 90: 90, 365: 365 }

interface ExpiryFieldProps {
  days: ExpiryDays
  onChoose: (days: ExpiryDays) => void
}

/** Chooses after how many days without use the service deletes what it holds. */
export function ExpiryField({ days, onChoose }: ExpiryFieldProps): ReactNode {
  const { t, i18n } = useTranslation()
  const label = t('knowledge.hosted.expiry')
  return (
    <FieldRow label={label}>
      <Select
        label={label}
        value={`${days}`}
        options={Object.values(choices).map((choice) => ({
          value: `${choice}` as const,
          label: formatDays(i18n.language, choice),
        }))}
        onValueChange={(value) => onChoose(choices[value])}
      />
    </FieldRow>
  )
}
