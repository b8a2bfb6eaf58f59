import type { CodeLanguageName } from './codeLanguages.ts'
import type { HighlightReply, HighlightRequest } from './highlightServer.ts'
import type { Token } from './highlighter.ts'

/** Lines drawn as one box that the browser may skip while it is out of sight. */
export const chunkLines = 50
/** Lines of one request: long code gets its colours from the top, piece by piece. */
const requestLines = 200

export type LineTokens = readonly Token[]
/** The tokens of one chunk's lines; there may be fewer of them than the chunk has lines. */
export type ChunkTokens = readonly LineTokens[]

export interface CodeHighlighter {
  /** Asks for the lines that have been finished since; code that has changed starts afresh. */
  update: (code: string, open: boolean) => void
  close: () => void
}

export interface HighlightPort {
  /** Gives the answers to one piece of code to `listener`; the id names it in requests. */
  open: (listener: (reply: HighlightReply) => void) => number
  post: (request: HighlightRequest) => void
  release: (id: number) => void
}

/** Highlights code that grows: each finished line once. What is done so far is handed on. */
export function createCodeHighlighter(
  language: CodeLanguageName,
  port: HighlightPort,
  onChunks: (chunks: readonly ChunkTokens[]) => void,
): CodeHighlighter {
  let id: number | undefined
  let requested = ''
  let chunks: ChunkTokens[] = []

  const start = (): number => {
    if (id !== undefined) port.release(id)
    requested = ''
    chunks = []
    const opened = port.open((reply) => {
      if (opened !== id) return
      chunks = appendLines(chunks, reply.lines)
      onChunks(reply.lastLine ? appendLines(chunks, [reply.lastLine]) : chunks)
    })
    return opened
  }

  return {
    update: (code, open) => {
      if (id === undefined || !code.startsWith(requested)) id = start()
      const end = code.lastIndexOf('\n') + 1
      const finished = code.slice(requested.length, end)
      const lines = finished === '' ? [] : finished.slice(0, -1).split('\n')
      requested = code.slice(0, end)
      for (let from = 0; from < lines.length; from += requestLines) {
        port.post({ id, language, lines: lines.slice(from, from + requestLines) })
      }
      if (!open) port.post({ id, language, lines: [], lastLine: code.slice(end) })
    },
    close: () => {
      if (id !== undefined) port.release(id)
      id = undefined
    },
  }
}

/** A chunk that gets no further lines keeps its identity. */
function appendLines(chunks: readonly ChunkTokens[], lines: readonly LineTokens[]): ChunkTokens[] {
  const appended = [...chunks]
  let rest = lines
  while (rest.length > 0) {
    const last = appended.at(-1)
    const room = last && last.length < chunkLines ? chunkLines - last.length : 0
    if (last && room > 0) appended[appended.length - 1] = [...last, ...rest.slice(0, room)]
    else appended.push(rest.slice(0, chunkLines))
    rest = rest.slice(room > 0 ? room : chunkLines)
  }
  return appended
}
