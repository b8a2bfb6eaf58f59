import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import type { Engine } from '../../../shared/speech.ts'
import { api } from '../../app/bridge.ts'
import { SettingRow } from '../../settings/SettingRow.tsx'
import { SearchableSelect } from '../../ui/SearchableSelect.tsx'

interface EngineSettingProps {
  chosen: ModelReference | null
  onChange: (engine: ModelReference | null) => void
}

const automatic = 'automatic'
const valueOf = ({ providerId, modelId }: ModelReference): string =>
  JSON.stringify([providerId, modelId])

/** What turns speech into text, by who offers it. */
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
      title={t('speech.engine.title')}
      description={t(engines?.length === 0 ? 'speech.engine.missing' : 'speech.engine.hint')}
    >
      <SearchableSelect
        trigger={
          <button
            type="button"
            aria-label={`${t('speech.engine.title')}: ${name}`}
            className="pressable inline-flex min-h-9 max-w-72 min-w-40 items-center justify-between gap-2 rounded-lg bg-control px-3 text-sm hover:bg-control-strong"
          >
            <span dir="auto" className="truncate">
              {name}
            </span>
            <ChevronsUpDown aria-hidden className="size-4 text-muted" />
          </button>
        }
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

/** What can transcribe now, kept up to date. */
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
