import { useCallback, useSyncExternalStore } from 'react'
import { findSlashWord, type SlashWord } from './slashWord.ts'

const noWord = -1

/**
 * Returns the slash and the word that the user is typing in the text of a field; undefined for
 * anything else. It renders anew only when that changes.
 */
export function useSlashWord(fieldId: string, text: string): SlashWord | undefined {
  const readEnd = useCallback(() => {
    const field = document.getElementById(fieldId)
    if (!(field instanceof HTMLTextAreaElement)) return noWord
    const { selectionStart, selectionEnd } = field
    if (selectionStart !== selectionEnd) return noWord
    return findSlashWord(text, selectionEnd) ? selectionEnd : noWord
  }, [fieldId, text])
  const end = useSyncExternalStore(followCursor, readEnd)
  return end === noWord ? undefined : findSlashWord(text, end)
}

function followCursor(onChange: () => void): () => void {
  document.addEventListener('selectionchange', onChange)
  return () => document.removeEventListener('selectionchange', onChange)
}
