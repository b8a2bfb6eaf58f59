import { useEffect, useState } from 'react'
import { createCodeHighlighter } from './codeHighlighter.ts'
import type { ChunkTokens, CodeHighlighter } from './codeHighlighter.ts'
import { findCodeLanguage } from './codeLanguages.ts'
import { highlightPort } from './highlightPort.ts'

const noChunks: readonly ChunkTokens[] = []

/** The tokens of some code, as far as they are known; none for an unknown language. */
export function useHighlightedCode(
  code: string,
  language: string,
  open: boolean,
): readonly ChunkTokens[] {
  const [chunks, setChunks] = useState(noChunks)
  const [highlighter, setHighlighter] = useState<CodeHighlighter>()
  useEffect(() => {
    const name = findCodeLanguage(language)
    if (!name) return
    const created = createCodeHighlighter(name, highlightPort, setChunks)
    setHighlighter(created)
    return () => {
      created.close()
      setHighlighter(undefined)
      setChunks(noChunks)
    }
  }, [language])
  useEffect(() => highlighter?.update(code, open), [highlighter, code, open])
  return chunks
}
