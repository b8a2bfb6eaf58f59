import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '../../shared/providers.ts'
import { Select } from '../ui/controls/Select.tsx'

interface ServiceSelectProps {
  services: readonly Preset[]
  /** The id of the chosen service; undefined for none. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** Asks for the service of a key that does not tell it. */
export function ServiceSelect({ services, chosen, onChoose }: ServiceSelectProps): ReactNode {
  const { t } = useTranslation()
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm">
      {t('providers.first.key.which')}
      <Select
        label={t('providers.first.key.which')}
        value={chosen ?? ''}
        options={[
          { value: '', label: t('providers.first.key.choose') },
          ...services.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onValueChange={(value) => onChoose(value || undefined)}
      />
    </label>
  )
}
