import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/languages.ts'
import type { VoicePreferences } from '../../shared/speech/voices.ts'
import { store } from '../core/store.ts'
import { SettingRow } from '../settings/SettingRow.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { favouritesOf, setFavourite } from './favouriteVoices.ts'
import { previewVoice } from './previewVoice.ts'
import { VoiceModelPicker } from './VoiceModelPicker.tsx'
import { VoicePicker } from './VoicePicker.tsx'
import { requestedVoiceUseAtom } from './voiceUse.ts'
import type { VoiceUse } from './voiceUse.ts'

interface FavouriteVoiceProps {
  voices: VoicePreferences
  onChange: (patch: Partial<VoicePreferences>) => void
}

/** Chooses a voice for a language, for all models or one. */
export function FavouriteVoice({ voices, onChange }: FavouriteVoiceProps): ReactNode {
  const { t, i18n } = useTranslation()
  const requested = useRequestedUse()
  const [use, setUse] = useState<VoiceUse>(
    requested ?? { locale: i18n.language as Locale, model: null },
  )
  const { locale, model } = use
  return (
    <>
      <SettingRow setting="voiceLanguage">
        <Select<Locale>
          label={t('voices.language')}
          value={locale}
          options={languages.map(({ locale: value, nativeName }) => ({
            value,
            label: nativeName,
            lang: value,
          }))}
          onValueChange={(chosen) => setUse({ ...use, locale: chosen })}
        />
      </SettingRow>
      <SettingRow setting="voiceModel">
        <VoiceModelPicker
          chosen={model}
          own={voices.modelFavourites}
          onChoose={(chosen) => setUse({ ...use, model: chosen })}
        />
      </SettingRow>
      <SettingRow
        setting="voice"
        description={t(model ? 'voices.ownVoiceHint' : 'voices.voiceHint')}
      >
        <div
          ref={requested ? focusFirstButton : undefined}
          className="flex flex-wrap justify-end gap-2"
        >
          <VoicePicker
            key={`${locale}${voices.azureRegion}`}
            locale={locale}
            chosen={favouritesOf(voices, model)[locale]}
            unchosenText={t(model ? 'voices.asForAll' : 'voices.automatic')}
            onChoose={(voice) => onChange(setFavourite(voices, model, locale, voice))}
          />
          <Button onClick={() => previewVoice(use)}>
            <Play aria-hidden className="size-4" />
            {t('voices.preview')}
          </Button>
        </div>
      </SettingRow>
    </>
  )
}

/** Returns the use for which another component asks to choose a voice, once. */
function useRequestedUse(): VoiceUse | null {
  const [requested] = useState(() => store.get(requestedVoiceUseAtom))
  useEffect(() => store.set(requestedVoiceUseAtom, null), [])
  return requested
}

function focusFirstButton(row: HTMLElement | null): void {
  row?.querySelector('button')?.focus()
}
