import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import type { Locale } from '../../../shared/languages.ts'
import { vocabularyEntrySchema } from '../../../shared/speech/speech.ts'
import { maxWords } from '../../../shared/limits.ts'
import type { speech, Suggestion, VocabularyEntry } from '../../../shared/speech/speech.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { correctionsBetween } from './corrections.ts'
import { parseWords } from './parseWords.ts'
import { createReplacer } from './replacer.ts'
import type { Replacer } from './replacer.ts'

export interface VocabularyDependencies {
  database: Database
  broadcast: Broadcast<typeof speech>
  /** Returns true if the user allows Parley to record their corrections. */
  mayLearn: () => boolean
}

type NewEntry = Omit<VocabularyEntry, 'id'> & { id: string | null }

/** Words to recognise, and replacements for heard words. */
export interface Vocabulary {
  list: () => VocabularyEntry[]
  /** Adds or replaces an entry. Errors: badInput if the vocabulary is full. */
  save: (entry: NewEntry) => VocabularyEntry
  remove: (ids: readonly string[]) => void
  /** Imports entries. Errors: badInput if there would be too many. */
  importWords: (text: string, language: Locale | null) => { added: number; skipped: number }
  /** Returns the words for a transcription prompt. Those of the user's own language come last. */
  wordsFor: (locale: Locale) => string[]
  replace: (text: string, locale: Locale) => string
  learn: (correction: { before: string; after: string; language: Locale | null }) => void
  suggestions: () => Suggestion[]
  answer: (id: string, accept: boolean) => void
}

const suggestedCount = 2
const maxSuggestions = 50
const maxCorrections = 2000
const columns = 'id, language, word, replacement'

export function createVocabulary({
  database,
  broadcast,
  mayLearn,
}: VocabularyDependencies): Vocabulary {
  let known: VocabularyEntry[] | undefined
  const replacers = new Map<Locale, Replacer>()

  function entries(): VocabularyEntry[] {
    known ??= database
      .all(`SELECT ${columns} FROM vocabulary ORDER BY sequence`)
      .flatMap((row) => vocabularyEntrySchema.safeParse(row).data ?? [])
    return known
  }

  function changed(): void {
    known = undefined
    replacers.clear()
    broadcast('vocabularyChanged', {})
  }

  function refuseMore(count: number): void {
    if (entries().length + count <= maxWords) return
    throw new AppError('badInput', 'There are enough words', { subject: String(maxWords) })
  }

  function insert({ id, language, word, replacement }: NewEntry): VocabularyEntry {
    const entry = { id: id ?? randomUUID(), language, word, replacement }
    database.run(
      `INSERT INTO vocabulary (${columns}) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id)
         DO UPDATE SET language = ?2, word = ?3, replacement = ?4`,
      entry.id,
      language,
      word,
      replacement,
    )
    return entry
  }

  const forLocale = (locale: Locale): VocabularyEntry[] =>
    entries().filter(({ language }) => language === null || language === locale)

  return {
    list: () => entries().toSorted((one, other) => one.word.localeCompare(other.word)),
    save(entry) {
      if (entry.id === null) refuseMore(1)
      const saved = insert(entry)
      changed()
      return saved
    },
    remove(ids) {
      database.transaction(() => {
        for (const id of ids) database.run('DELETE FROM vocabulary WHERE id = ?', id)
      })
      changed()
    },
    importWords(text, language) {
      const { words, unusable } = parseWords(text)
      const taken = new Set(entries().map(keyOf))
      const fresh = words
        .map((word) => ({ id: null, language, ...word }))
        .filter((entry) => {
          const key = keyOf(entry)
          const isNew = !taken.has(key)
          taken.add(key)
          return isNew
        })
      refuseMore(fresh.length)
      database.transaction(() => {
        for (const entry of fresh) insert(entry)
      })
      if (fresh.length > 0) changed()
      return { added: fresh.length, skipped: words.length - fresh.length + unusable }
    },
    wordsFor(locale) {
      const words = forLocale(locale)
        .toSorted((one, other) => Number(one.language !== null) - Number(other.language !== null))
        .flatMap(({ word, replacement }) => nameIn(word, replacement) ?? [])
      return [...new Set(words)]
    },
    replace(text, locale) {
      let replacer = replacers.get(locale)
      if (!replacer) {
        replacer = createReplacer(forLocale(locale), locale)
        replacers.set(locale, replacer)
      }
      return replacer(text)
    },
    learn({ before, after, language }) {
      if (!mayLearn()) return
      const corrections = correctionsBetween(before, after)
      database.transaction(() => {
        for (const { heard, corrected } of corrections) {
          database.run(
            `INSERT INTO correction (id, language, heard, corrected, count) VALUES (?, ?, ?, ?, 1)
               ON CONFLICT (language, heard, corrected) DO UPDATE SET count = count + 1`,
            randomUUID(),
            language ?? '',
            heard,
            corrected,
          )
        }
        database.run(
          `DELETE FROM correction WHERE answered = 0 AND sequence <=
             (SELECT max(sequence) FROM correction) - ?`,
          maxCorrections,
        )
      }, 'relaxed')
    },
    suggestions: () =>
      database
        .all(
          `SELECT id, language, heard, corrected, count FROM correction
             WHERE answered = 0 AND count >= ? ORDER BY count DESC, sequence DESC LIMIT ?`,
          suggestedCount,
          maxSuggestions,
        )
        .map(toSuggestion),
    answer(id, accept) {
      const row = database.get('SELECT * FROM correction WHERE id = ? AND answered = 0', id)
      if (!row) return
      const { language, heard, corrected } = toSuggestion(row)
      if (accept) refuseMore(1)
      database.transaction(() => {
        database.run('UPDATE correction SET answered = 1 WHERE id = ?', id)
        if (accept) insert({ id: null, language, word: heard, replacement: corrected })
      })
      changed()
    },
  }
}

/**
 * Returns the name in an entry. A one-word replacement is a name too; a longer one is a text block
 * that nobody says.
 */
function nameIn(word: string, replacement: string | null): string | undefined {
  if (replacement === null) return word
  return /^\S{1,40}$/.test(replacement) ? replacement : undefined
}

function keyOf({ language, word }: Pick<VocabularyEntry, 'language' | 'word'>): string {
  return `${language ?? ''} ${word.normalize('NFC').toLowerCase()}`
}

function toSuggestion(row: Row): Suggestion {
  return {
    id: String(row['id']),
    language: row['language'] === '' ? null : (String(row['language']) as Locale),
    heard: String(row['heard']),
    corrected: String(row['corrected']),
    count: Number(row['count']),
  }
}
