import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
        <button
          key={filter}
          type="button"
          aria-pressed={chosen.has(filter)}
          onClick={() => {
            const next = new Set(chosen)
            if (!next.delete(filter)) next.add(filter)
            onChange(next)
          }}
          className="pressable rounded-full bg-control px-2.5 py-0.5 text-xs text-muted hover:bg-control-strong aria-pressed:bg-accent aria-pressed:text-on-accent"
        >
          {t(`chat.model.can.${filter}`)}
        </button>
      ))}
    </div>
  )
}
