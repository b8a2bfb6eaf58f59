import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../ui/layout/Chip.tsx'
import type { ModelFilter } from './modelRows.ts'

interface ModelFiltersProps {
  offered: readonly ModelFilter[]
  chosen: ReadonlySet<ModelFilter>
  onChange: (chosen: ReadonlySet<ModelFilter>) => void
}

/** Filters the model list by capabilities; a model must have all chosen ones. */
export function ModelFilters({ offered, chosen, onChange }: ModelFiltersProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div
      role="group"
      aria-label={t('chat.model.filters')}
      className="flex flex-wrap gap-1 px-2 pb-1.5"
    >
      {offered.map((filter) => (
        <Chip
          key={filter}
          size="small"
          pressed={chosen.has(filter)}
          onClick={() => {
            const next = new Set(chosen)
            if (!next.delete(filter)) next.add(filter)
            onChange(next)
          }}
        >
          {t(`chat.model.can.${filter}`)}
        </Chip>
      ))}
    </div>
  )
}
