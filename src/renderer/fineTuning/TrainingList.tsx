import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Training } from '../../shared/fineTuning/fineTuning.ts'
import { formatDateTime, formatNumber } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { RowList } from '../ui/layout/RowList.tsx'

interface TrainingListProps {
  trainings: readonly Training[]
  onOpen: (id: string) => void
}

/** Lists the trainings, the newest first. */
export function TrainingList({ trainings, onOpen }: TrainingListProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  return (
    <RowList label={t('fineTuning.list')}>
      {trainings.map(({ id, name, state, model, report, createdAt }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="pressable block w-full px-4 py-3 text-start hover:bg-hover"
          >
            <bdi className="block text-sm font-medium break-words">{name}</bdi>
            <span className="block text-xs text-muted">
              <Facts
                facts={[
                  t(`fineTuning.state.${state}`),
                  model?.modelId ?? '',
                  t('fineTuning.examples', { examples: formatNumber(language, report.examples) }),
                  formatDateTime(language, createdAt),
                ]}
              />
            </span>
          </button>
        </li>
      ))}
    </RowList>
  )
}
