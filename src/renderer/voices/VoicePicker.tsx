import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../shared/languages.ts'
import type { Voice, VoiceReference } from '../../shared/voices.ts'
import { SearchableSelect } from '../ui/SearchableSelect.tsx'
import { listVoices } from './chooseVoice.ts'

interface VoicePickerProps {
  locale: Locale
  chosen: VoiceReference | undefined
  onChoose: (reference: VoiceReference) => void
}

/** The voices of a language by who speaks them. */
export function VoicePicker({ locale, chosen, onChoose }: VoicePickerProps): ReactNode {
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
  const groups = [...Map.groupBy(voices, sourceOf)].map(([label, items]) => ({
    label,
    items: items.map((voice) => ({
      value: JSON.stringify(voice.reference),
      label: voice.name,
      ...(voice.locale ? { description: voice.locale } : {}),
    })),
  }))
  const current = chosen && JSON.stringify(chosen)
  const name = voices.find(({ reference }) => JSON.stringify(reference) === current)?.name
  const shownName = name ?? chosen?.voice ?? t('voices.automatic')
  return (
    <SearchableSelect
      trigger={
        <button
          type="button"
          aria-label={`${t('voices.voice')}: ${shownName}`}
          className="pressable inline-flex min-h-9 max-w-72 min-w-40 items-center justify-between gap-2 rounded-lg bg-control px-3 text-sm hover:bg-control-strong"
        >
          <span dir="auto" className="truncate">
            {shownName}
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </button>
      }
      listLabel={t('voices.voices')}
      searchLabel={t('voices.search')}
      emptyText={t('voices.none')}
      groups={groups}
      value={current ?? null}
      onSelect={(value) => {
        const voice = voices.find(({ reference }) => JSON.stringify(reference) === value)
        if (voice) onChoose(voice.reference)
      }}
    />
  )
}
