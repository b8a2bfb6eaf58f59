import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxModelIdLength } from '../../shared/limits.ts'
import type { RealtimePreferences, RealtimeVoice } from '../../shared/speech/realtime.ts'
import { ModelSelect } from '../core/models/ModelSelect.tsx'
import { preferencesAtom, store } from '../core/store.ts'
import { SettingRow } from '../settings/SettingRow.tsx'
import { updatePreferences } from '../core/updatePreferences.ts'
import { SavedTextField } from '../ui/controls/SavedTextField.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { SettingGroup } from '../settings/SettingGroup.tsx'

/** The voices by name, the recommended ones first. */
const voices = Object.keys({
  marin: true,
  cedar: true,
  alloy: true,
  ash: true,
  ballad: true,
  coral: true,
  echo: true,
  sage: true,
  shimmer: true,
  verse: true,
} satisfies Record<RealtimeVoice, true>) as RealtimeVoice[]

/** Shows the settings for the model and voice of realtime sessions. */
export function RealtimeSettings(): ReactNode {
  const { t } = useTranslation()
  const realtime = useAtomValue(preferencesAtom)?.realtime
  if (!realtime) return null
  const update = (patch: Partial<RealtimePreferences>): void => {
    const now = store.get(preferencesAtom)?.realtime ?? realtime
    updatePreferences({ realtime: { ...now, ...patch } })
  }
  const { model, voice, transcription } = realtime
  return (
    <SettingGroup title={t('chat.voiceConversation.button')}>
      <SettingRow setting="realtimeModel">
        <ModelSelect
          task="realtime"
          label={t('realtime.model')}
          chosen={model}
          unchosenText={t('realtime.chatModel')}
          onChoose={(chosen) => update({ model: chosen })}
        />
      </SettingRow>
      {model && (
        <SettingRow setting="realtimeVoice">
          <Select<RealtimeVoice>
            label={t('realtime.voice')}
            value={voice}
            options={voices.map((value) => ({ value, label: value }))}
            onValueChange={(chosen) => update({ voice: chosen })}
          />
        </SettingRow>
      )}
      {model && (
        <SettingRow setting="realtimeTranscription">
          <SavedTextField
            label={t('realtime.transcription')}
            labelHidden
            dir="ltr"
            placeholder="gpt-transcribe"
            value={transcription}
            maxLength={maxModelIdLength}
            onSave={(name) => {
              update({ transcription: name })
              return Promise.resolve(true)
            }}
          />
        </SettingRow>
      )}
    </SettingGroup>
  )
}
