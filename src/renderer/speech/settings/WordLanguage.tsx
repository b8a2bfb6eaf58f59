import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/languages.ts'
import { Select } from '../../ui/controls/Select.tsx'

interface WordLanguageProps {
  /** Null for every language. */
  value: Locale | null
  onChange: (language: Locale | null) => void
}

/** Chooses the language in which a word is used. */
export function WordLanguage({ value, onChange }: WordLanguageProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Select<Locale | 'every'>
      label={t('speech.vocabulary.language')}
      value={value ?? 'every'}
      options={[
        { value: 'every', label: t('speech.vocabulary.everyLanguage') },
        ...languages.map(({ locale, nativeName }) => ({
          value: locale,
          label: nativeName,
          lang: locale,
        })),
      ]}
      onValueChange={(chosen) => onChange(chosen === 'every' ? null : chosen)}
    />
  )
}
