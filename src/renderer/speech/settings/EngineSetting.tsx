import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../../shared/models.ts'
import type { Engine } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import type { ModelEntry } from '../../core/models/modelGroups.ts'
import { ModelSelect } from '../../core/models/ModelSelect.tsx'
import { openSettings } from '../../core/settingsTarget.ts'
import { providersAtom } from '../../core/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SettingRow } from '../../settings/SettingRow.tsx'

interface EngineSettingProps {
  chosen: ModelReference | null
  onChange: (engine: ModelReference | null) => void
}

/** Chooses the transcription engine: a model of a speech server or of a provider. */
export function EngineSetting({ chosen, onChange }: EngineSettingProps): ReactNode {
  const { t } = useTranslation()
  const engines = useEngines()
  const providers = useAtomValue(providersAtom) ?? []
  const ofServers = (engines ?? []).filter(
    ({ providerId }) => !providers.some(({ id }) => id === providerId),
  )
  const leading = [...Map.groupBy(ofServers, ({ provider }) => provider)].map(
    ([label, models]) => ({ label, models: models.map(withoutProvider) }),
  )
  return (
    <SettingRow
      setting="speechEngine"
      description={engines?.length === 0 ? t('speech.engine.missing') : undefined}
    >
      {engines?.length === 0 && (
        <Button onClick={() => openSettings('providers')}>{t('chat.model.addProvider')}</Button>
      )}
      <ModelSelect
        task="transcribe"
        label={t('speech.engine.title')}
        chosen={chosen}
        unchosenText={t('speech.automatic')}
        leading={leading}
        marksLocal
        onChoose={onChange}
      />
    </SettingRow>
  )
}

/** The heading of its group already names the provider. */
function withoutProvider({ providerId, modelId, name, local }: Engine): ModelEntry {
  return { providerId, modelId, name, local }
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
