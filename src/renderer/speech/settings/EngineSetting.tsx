import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import type { Engine } from '../../../shared/speech.ts'
import { api } from '../../core/bridge.ts'
import { SettingRow } from '../../settings/SettingRow.tsx'
import { PickerButton } from '../../ui/PickerButton.tsx'
import { SearchableSelect } from '../../ui/SearchableSelect.tsx'

interface EngineSettingProps {
  chosen: ModelReference | null
  onChange: (engine: ModelReference | null) => void
}

const automatic = 'automatic'
const valueOf = ({ providerId, modelId }: ModelReference): string =>
  JSON.stringify([providerId, modelId])

/** Chooses the transcription engine, grouped by provider. */
export function EngineSetting({ chosen, onChange }: EngineSettingProps): ReactNode {
  const { t } = useTranslation()
  const engines = useEngines()
  const current = chosen && engines?.find((engine) => valueOf(engine) === valueOf(chosen))
  const name = current?.name ?? chosen?.modelId ?? t('speech.automatic')
  const groups = [...Map.groupBy(engines ?? [], ({ provider }) => provider)].map(
    ([label, items]) => ({
      label,
      items: items.map((engine) => ({
        value: valueOf(engine),
        label: engine.name,
        ...(engine.local ? { description: t('speech.engine.local') } : {}),
      })),
    }),
  )
  return (
    <SettingRow
      setting="speechEngine"
      description={t(engines?.length === 0 ? 'speech.engine.missing' : 'speech.engine.hint')}
    >
      <SearchableSelect
        trigger={<PickerButton aria-label={`${t('speech.engine.title')}: ${name}`} text={name} />}
        listLabel={t('speech.engine.title')}
        searchLabel={t('speech.engine.search')}
        emptyText={t('speech.engine.none')}
        groups={[
          { label: '', items: [{ value: automatic, label: t('speech.automatic') }] },
          ...groups,
        ]}
        value={chosen ? valueOf(chosen) : automatic}
        onSelect={(value) => {
          const engine = engines?.find((one) => valueOf(one) === value)
          if (value === automatic) onChange(null)
          else if (engine) onChange({ providerId: engine.providerId, modelId: engine.modelId })
        }}
      />
    </SettingRow>
  )
}

/** Returns the available engines, kept up to date. */
function useEngines(): readonly Engine[] | undefined {
  const [engines, setEngines] = useState<readonly Engine[]>()
  useEffect(() => {
    let isCurrent = true
    const load = (refresh: boolean): void => {
      api.speech
        .engines({ refresh })
        .then((known) => isCurrent && setEngines(known))
        .catch((error: unknown) => console.error('The engines are not known', error))
    }
    load(true)
    const unfollow = api.speech.enginesChanged(() => load(false))
    return () => {
      isCurrent = false
      unfollow()
    }
  }, [])
  return engines
}
