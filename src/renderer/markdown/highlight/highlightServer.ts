import type { GrammarState } from 'shiki/core'
import type { CodeLanguageName } from './codeLanguages.ts'
import type { LineHighlighter, Token } from './loadLineHighlighter.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'

/** Lines of one piece of code, to be highlighted; all requests of a piece share its id. */
export interface HighlightRequest {
  id: number
  language: CodeLanguageName
  /** Finished lines, from where the request before ended. */
  lines: readonly string[]
}

export interface HighlightReply {
  id: number
  lines: readonly (readonly Token[])[]
}

/** The piece of code with this id is no longer shown. */
export interface HighlightRelease {
  id: number
  released: true
}

interface Piece {
  highlightLine: LineHighlighter
  state: GrammarState | undefined
}

/** Answers requests one after the other, and remembers for each piece how its last line ended. */
export function createHighlightServer(
  load: (language: CodeLanguageName) => Promise<LineHighlighter>,
  reply: (answer: HighlightReply) => void,
): (message: HighlightRequest | HighlightRelease) => Promise<void> {
  const pieces = new Map<number, Piece>()

  const highlight = async (request: HighlightRequest): Promise<void> => {
    const { id, language } = request
    let piece = pieces.get(id)
    if (!piece) {
      piece = { highlightLine: await load(language), state: undefined }
      pieces.set(id, piece)
    }
    reply(highlightRequest(piece, request))
  }

  const inTurn = createSerialQueue()
  return (message) => {
    const work = (): Promise<void> | void => {
      if ('released' in message) pieces.delete(message.id)
      else return highlight(message)
    }
    const failed = (error: unknown): void => {
      // These lines stay plain, and the lines behind them keep their places.
      if (!('released' in message)) reply({ id: message.id, lines: message.lines.map(() => []) })
      console.error('Code was not highlighted', error)
    }
    return inTurn(work).catch(failed)
  }
}

function highlightRequest(piece: Piece, request: HighlightRequest): HighlightReply {
  const lines = request.lines.map((line) => {
    const { tokens, state } = piece.highlightLine(line, piece.state)
    piece.state = state
    return tokens
  })
  return { id: request.id, lines }
}
