import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VoicePreferences } from '../../shared/speech/voices.ts'
import { preferencesAtom } from '../core/store.ts'
import { SwitchSetting } from '../settings/ChoiceSetting.tsx'
import { SettingRow } from '../settings/SettingRow.tsx'
import { updatePreferences } from '../core/updatePreferences.ts'
import { formatFactor, formatSignedPercentage } from '../ui/formatAmount.ts'
import { RangeField } from '../ui/controls/RangeField.tsx'
import { AzureSpeechFields } from './AzureSpeechFields.tsx'
import { FavouriteVoice } from './FavouriteVoice.tsx'
import { maxPitchPercent, maxSpeed, minSpeed } from '../../shared/limits.ts'
import { SettingGroup } from '../settings/SettingGroup.tsx'

/** The speed's slider has whole numbers: hundredths. */
const slowest = 100 * minSpeed
const fastest = 100 * maxSpeed

export function VoiceSettings(): ReactNode {
  const { t, i18n } = useTranslation()
  const voices = useAtomValue(preferencesAtom)?.voices
  if (!voices) return null
  const update = (patch: Partial<VoicePreferences>): void => {
    updatePreferences({ voices: { ...voices, ...patch } })
  }
  return (
    <>
      <SettingGroup title={t('voices.reading')}>
        <FavouriteVoice voices={voices} onChange={update} />
        <SettingRow setting="speed">
          <RangeDraft
            key={voices.speed}
            label={t('voices.speed')}
            value={Math.round(voices.speed * 100)}
            minimum={slowest}
            maximum={fastest}
            format={(value) => formatFactor(i18n.language, value / 100)}
            onChange={(value) => update({ speed: value / 100 })}
          />
        </SettingRow>
        <SettingRow setting="pitch">
          <RangeDraft
            key={voices.pitch}
            label={t('voices.pitch')}
            value={voices.pitch}
            minimum={-maxPitchPercent}
            maximum={maxPitchPercent}
            format={(value) => formatSignedPercentage(i18n.language, value / 100)}
            onChange={(pitch) => update({ pitch })}
          />
        </SettingRow>
        <SwitchSetting setting="readAnswers" />
      </SettingGroup>
      <AzureSpeechFields
        region={voices.azureRegion}
        onRegion={(azureRegion) => update({ azureRegion })}
      />
    </>
  )
}

interface RangeDraftProps {
  label: string
  value: number
  minimum: number
  maximum: number
  format: (value: number) => string
  onChange: (value: number) => void
}

/** Shows a slider that saves only when released. */
function RangeDraft({ value, onChange, ...field }: RangeDraftProps): ReactNode {
  const [drawn, setDrawn] = useState(value)
  return (
    <RangeField {...field} value={drawn} onValueChange={setDrawn} onValueCommitted={onChange} />
  )
}
