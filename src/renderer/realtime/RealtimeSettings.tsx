import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelReference } from '../../shared/models.ts'
import type { RealtimeModel, RealtimePreferences, RealtimeVoice } from '../../shared/realtime.ts'
import { api } from '../core/bridge.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { SettingRow } from '../settings/SettingRow.tsx'
import { updatePreferences } from '../settings/updatePreferences.ts'
import { Select } from '../ui/Select.tsx'

interface Choices {
  models: readonly RealtimeModel[]
  voices: readonly RealtimeVoice[]
}

const chatModel = 'chatModel'
const valueOf = ({ providerId, modelId }: ModelReference): string =>
  JSON.stringify([providerId, modelId])

/** Shows the settings for the model and voice that answer a call. */
export function RealtimeSettings(): ReactNode {
  const { t } = useTranslation()
  const realtime = useAtomValue(preferencesAtom)?.realtime
  const { models, voices } = useChoices()
  if (!realtime) return null
  const update = (patch: Partial<RealtimePreferences>): void => {
    const now = store.get(preferencesAtom)?.realtime ?? realtime
    updatePreferences({ realtime: { ...now, ...patch } })
  }
  const { model, voice } = realtime
  const isListed = models.some((one) => model && valueOf(one) === valueOf(model))
  // A provider that does not answer now keeps its model.
  const offered =
    model && !isListed ? [...models, { ...model, provider: model.providerId }] : models
  return (
    <>
      <h2 className="pt-8 pb-1 text-lg font-semibold">{t('chat.live.button')}</h2>
      <SettingRow setting="realtimeModel" description={t('realtime.modelHint')}>
        <Select<string>
          label={t('realtime.model')}
          value={model ? valueOf(model) : chatModel}
          options={[
            { value: chatModel, label: t('realtime.chatModel') },
            ...offered.map((one) => ({
              value: valueOf(one),
              label: `${one.modelId} · ${one.provider}`,
            })),
          ]}
          onValueChange={(value) => {
            const chosen = offered.find((one) => valueOf(one) === value)
            update({
              model: chosen ? { providerId: chosen.providerId, modelId: chosen.modelId } : null,
            })
          }}
        />
      </SettingRow>
      {model && (
        <SettingRow setting="realtimeVoice">
          <Select<RealtimeVoice>
            label={t('realtime.voice')}
            value={voice}
            options={(voices.length > 0 ? voices : [voice]).map((value) => ({
              value,
              label: value,
            }))}
            onValueChange={(chosen) => update({ voice: chosen })}
          />
        </SettingRow>
      )}
    </>
  )
}

function useChoices(): Choices {
  const [choices, setChoices] = useState<Choices>({ models: [], voices: [] })
  useEffect(() => {
    let isCurrent = true
    api.realtime
      .choices({})
      .then((known) => isCurrent && setChoices(known))
      .catch((error: unknown) => console.error('The models for calls are not known', error))
    return () => {
      isCurrent = false
    }
  }, [])
  return choices
}
