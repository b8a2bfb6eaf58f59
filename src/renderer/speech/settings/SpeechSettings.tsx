import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpeechPreferences } from '../../../shared/speech/speech.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { SelectSetting } from '../../settings/ChoiceSetting.tsx'
import { updatePreferences } from '../../core/updatePreferences.ts'
import { EngineSetting } from './EngineSetting.tsx'
import { MicrophoneSetting } from './MicrophoneSetting.tsx'
import { RecordingHistory } from './RecordingHistory.tsx'
import { Vocabulary } from './Vocabulary.tsx'
import { SettingGroup } from '../../settings/SettingGroup.tsx'

/** Shows the settings of microphone, engine, vocabulary and recordings. */
export function SpeechSettings(): ReactNode {
  const { t } = useTranslation()
  const speech = useAtomValue(preferencesAtom)?.speech
  if (!speech) return null
  const update = (patch: Partial<SpeechPreferences>): void => {
    const now = store.get(preferencesAtom)?.speech ?? speech
    updatePreferences({ speech: { ...now, ...patch } })
  }
  return (
    <>
      <SettingGroup title={t('speech.title')}>
        <MicrophoneSetting
          chosen={speech.microphone}
          onChange={(microphone) => update({ microphone })}
        />
        <SelectSetting setting="spokenLanguage" />
        <EngineSetting chosen={speech.engine} onChange={(engine) => update({ engine })} />
        <Vocabulary learns={speech.learnVocabulary} />
      </SettingGroup>
      <SettingGroup title={t('speech.recordings.title')}>
        <SelectSetting setting="keepRecordings" />
        <RecordingHistory />
      </SettingGroup>
    </>
  )
}
