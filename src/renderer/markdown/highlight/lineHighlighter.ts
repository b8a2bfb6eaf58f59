import type { CodeLanguageName } from './codeLanguages.ts'
import type { Token } from './loadLineHighlighter.ts'
import type { HighlightReply, HighlightRequest } from './highlightServer.ts'

/** Lines of one request: long code gets its colours from the top, piece by piece. */
const requestLines = 32

export type LineTokens = readonly Token[]

export interface HighlightPort {
  /** Gives the answers to one piece of code to `listener`; the id names it in requests. */
  open: (listener: (reply: HighlightReply) => void) => number
  post: (request: HighlightRequest) => void
  release: (id: number) => void
}

export interface LineHighlighter {
  /** Takes finished lines, in their order. Each is highlighted once. */
  push: (lines: readonly string[]) => void
  close: () => void
}

/** Highlights code line by line as it is finished. Tokens come later, in the order of the lines. */
export function createLineHighlighter(
  language: CodeLanguageName,
  port: HighlightPort,
  onTokens: (lines: readonly LineTokens[]) => void,
): LineHighlighter {
  let isOpen = true
  const id = port.open((reply) => {
    if (isOpen) onTokens(reply.lines)
  })
  return {
    push: (lines) => {
      for (let from = 0; from < lines.length; from += requestLines) {
        port.post({ id, language, lines: lines.slice(from, from + requestLines) })
      }
    },
    close: () => {
      if (isOpen) port.release(id)
      isOpen = false
    },
  }
}
