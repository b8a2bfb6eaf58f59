import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../../shared/languages.ts'
import type { SpeechPreferences, SpokenLanguage } from '../../../shared/speech.ts'
import { preferencesAtom, store } from '../../app/store.ts'
import { SettingRow } from '../../settings/SettingRow.tsx'
import { useUpdatePreferences } from '../../settings/useUpdatePreferences.ts'
import { Select } from '../../ui/Select.tsx'
import { EngineSetting } from './EngineSetting.tsx'
import { HistoryLengthSetting } from './HistoryLengthSetting.tsx'
import { MicrophoneSetting } from './MicrophoneSetting.tsx'
import { RecordingHistory } from './RecordingHistory.tsx'
import { Vocabulary } from './Vocabulary.tsx'

/** What hears, and what becomes of it. */
export function SpeechSettings(): ReactNode {
  const { t } = useTranslation()
  const speech = useAtomValue(preferencesAtom)?.speech
  const updatePreferences = useUpdatePreferences()
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
      <SettingRow title={t('speech.language')} description={t('speech.languageHint')}>
        <Select<SpokenLanguage>
          label={t('speech.language')}
          value={speech.language}
          options={[
            { value: 'automatic', label: t('speech.automatic') },
            ...languages.map(({ locale, nativeName }) => ({
              value: locale,
              label: nativeName,
              lang: locale,
            })),
          ]}
          onValueChange={(language) => update({ language })}
        />
      </SettingRow>
      <EngineSetting chosen={speech.engine} onChange={(engine) => update({ engine })} />
      <Vocabulary
        learns={speech.learnVocabulary}
        onLearnsChange={(learnVocabulary) => update({ learnVocabulary })}
      />
      <h2 className="pt-8 pb-1 text-lg font-semibold">{t('speech.recordings.title')}</h2>
      <HistoryLengthSetting
        days={speech.historyDays}
        onChange={(historyDays) => update({ historyDays })}
      />
      <RecordingHistory />
    </>
  )
}
