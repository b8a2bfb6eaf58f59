import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpeechPreferences } from '../../../shared/speech.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { SelectSetting } from '../../settings/ChoiceSetting.tsx'
import { updatePreferences } from '../../core/updatePreferences.ts'
import { EngineSetting } from './EngineSetting.tsx'
import { MicrophoneSetting } from './MicrophoneSetting.tsx'
import { RecordingHistory } from './RecordingHistory.tsx'
import { Vocabulary } from './Vocabulary.tsx'

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
      <h2 className="pt-8 pb-1 text-lg font-semibold">{t('speech.title')}</h2>
      <MicrophoneSetting
        chosen={speech.microphone}
        onChange={(microphone) => update({ microphone })}
      />
      <SelectSetting setting="spokenLanguage" description={t('speech.languageHint')} />
      <EngineSetting chosen={speech.engine} onChange={(engine) => update({ engine })} />
      <Vocabulary learns={speech.learnVocabulary} />
      <h2 className="pt-8 pb-1 text-lg font-semibold">{t('speech.recordings.title')}</h2>
      <SelectSetting setting="keepRecordings" description={t('speech.recordings.keepHint')} />
      <RecordingHistory />
    </>
  )
}
