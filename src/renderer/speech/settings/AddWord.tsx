import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../shared/languages.ts'
import { api } from '../../core/bridge.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { attempt } from '../../core/failures.ts'
import { WordLanguage } from './WordLanguage.tsx'
import { maxReplacementLength, maxWordLength } from '../../../shared/limits.ts'

export function AddWord(): ReactNode {
  const { t } = useTranslation()
  const [word, setWord] = useState('')
  const [replacement, setReplacement] = useState('')
  const [language, setLanguage] = useState<Locale | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const add = async (): Promise<void> => {
    const written = replacement.trim()
    await api.speech.saveWord({
      id: null,
      language,
      word: word.trim(),
      replacement: written === '' ? null : written,
    })
    setWord('')
    setReplacement('')
    form.current?.querySelector('input')?.focus()
  }
  return (
    <form
      ref={form}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (word.trim() !== '') attempt(add())
      }}
    >
      <div className="min-w-32 flex-1">
        <TextField
          label={t('speech.vocabulary.word')}
          dir="auto"
          value={word}
          maxLength={maxWordLength}
          onChange={(event) => setWord(event.target.value)}
        />
      </div>
      <div className="min-w-32 flex-1">
        <TextField
          label={t('speech.vocabulary.replacement')}
          dir="auto"
          value={replacement}
          maxLength={maxReplacementLength}
          onChange={(event) => setReplacement(event.target.value)}
        />
      </div>
      <WordLanguage value={language} onChange={setLanguage} />
      <Button type="submit" disabled={word.trim() === ''}>
        {t('speech.vocabulary.add')}
      </Button>
    </form>
  )
}
