import { X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '../../../shared/languages.ts'
import type { VocabularyEntry } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { attempt } from '../../core/failures.ts'

/** The number of words from which on there is a search, and the number shown at once. */
const searchFrom = 12
const maxShown = 200

export function WordList({ words }: { words: readonly VocabularyEntry[] }): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query.trim().toLocaleLowerCase())
  const found = useMemo(
    () =>
      words.filter(({ word, replacement }) =>
        `${word} ${replacement ?? ''}`.toLocaleLowerCase().includes(wanted),
      ),
    [words, wanted],
  )
  if (words.length === 0) return null
  const hidden = Math.max(0, found.length - maxShown)
  return (
    <div className="space-y-2 py-3">
      {words.length >= searchFrom && (
        <TextField
          label={t('speech.vocabulary.search')}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul
        // So that the keyboard can scroll it.
        tabIndex={0}
        aria-label={t('speech.vocabulary.title')}
        className="max-h-72 overflow-y-auto rounded-lg"
      >
        {found.slice(0, maxShown).map((entry) => (
          <Word key={entry.id} entry={entry} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="text-sm text-muted">{t('speech.vocabulary.more', { count: hidden })}</p>
      )}
    </div>
  )
}

function Word({
  entry: { id, word, replacement, language },
}: {
  entry: VocabularyEntry
}): ReactNode {
  const { t } = useTranslation()
  const languageName = languages.find(({ locale }) => locale === language)?.nativeName
  return (
    <li className="flex min-h-9 items-center gap-2 text-sm">
      <bdi className="min-w-0 truncate">{word}</bdi>
      {replacement !== null && (
        <>
          <span aria-hidden className="text-muted rtl:-scale-x-100">
            →
          </span>
          <span className="sr-only">{t('speech.vocabulary.isWritten')}</span>
          <bdi className="min-w-0 truncate font-medium">{replacement}</bdi>
        </>
      )}
      <span lang={language ?? undefined} className="ms-auto shrink-0 text-xs text-muted">
        {languageName}
      </span>
      <IconButton
        size="small"
        label={t('speech.vocabulary.remove', { word })}
        icon={<X aria-hidden className="size-4" />}
        onClick={() => attempt(api.speech.removeWords({ ids: [id] }))}
      />
    </li>
  )
}
