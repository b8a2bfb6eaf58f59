import { useEffect, useState } from 'react'
import type { Suggestion, VocabularyEntry } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'

interface KnownWords {
  words: readonly VocabularyEntry[]
  suggestions: readonly Suggestion[]
}

/** Returns the vocabulary and the suggestions for it; undefined until they have arrived. */
export function useVocabulary(): KnownWords | undefined {
  const [known, setKnown] = useState<KnownWords>()
  useEffect(() => {
    let isCurrent = true
    const load = async (): Promise<void> => {
      const [words, suggestions] = await Promise.all([
        api.speech.vocabulary({}),
        api.speech.suggestions({}),
      ])
      if (isCurrent) setKnown({ words, suggestions })
    }
    attempt(load())
    const unfollow = api.speech.vocabularyChanged(() => attempt(load()))
    return () => {
      isCurrent = false
      unfollow()
    }
  }, [])
  return known
}
