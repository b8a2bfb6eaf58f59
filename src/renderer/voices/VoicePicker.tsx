import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../shared/languages.ts'
import type { Voice, VoiceReference } from '../../shared/speech/voices.ts'
import { PickerButton } from '../ui/controls/PickerButton.tsx'
import { SearchableSelect } from '../ui/controls/SearchableSelect.tsx'
import { listVoices } from './chooseVoice.ts'

interface VoicePickerProps {
  locale: Locale
  chosen: VoiceReference | undefined
  /** The text for no chosen voice, and for clearing the choice. */
  unchosenText: string
  onChoose: (reference: VoiceReference | null) => void
}

const unchosen = ''

/** Lists a language's voices by who speaks them. */
export function VoicePicker(props: VoicePickerProps): ReactNode {
  const { locale, chosen, unchosenText, onChoose } = props
  const { t } = useTranslation()
  const [voices, setVoices] = useState<Voice[]>([])
  useEffect(() => {
    let isCurrent = true
    listVoices(locale)
      .then((known) => isCurrent && setVoices(known))
      .catch((error: unknown) => console.error('The voices are not known', error))
    return () => void (isCurrent = false)
  }, [locale])
  const sourceOf = ({ source }: Voice): string => source || t('voices.system')
  const groups = [
    { label: '', items: [{ value: unchosen, label: unchosenText }] },
    ...[...Map.groupBy(voices, sourceOf)].map(([label, items]) => ({
      label,
      items: items.map((voice) => ({
        value: JSON.stringify(voice.reference),
        label: voice.name,
        ...(voice.locale ? { description: voice.locale } : {}),
      })),
    })),
  ]
  const current = chosen && JSON.stringify(chosen)
  const name = voices.find(({ reference }) => JSON.stringify(reference) === current)?.name
  const shownName = name ?? chosen?.voice ?? unchosenText
  return (
    <SearchableSelect
      trigger={<PickerButton aria-label={`${t('voices.voice')}: ${shownName}`} text={shownName} />}
      listLabel={t('voices.voices')}
      searchLabel={t('voices.search')}
      emptyText={t('voices.none')}
      groups={groups}
      value={current ?? unchosen}
      onSelect={(value) => {
        const voice = voices.find(({ reference }) => JSON.stringify(reference) === value)
        if (voice || value === unchosen) onChoose(voice?.reference ?? null)
      }}
    />
  )
}
