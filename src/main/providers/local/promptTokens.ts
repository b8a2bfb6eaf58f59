import { estimateFileTokens } from '../../../shared/chat/estimateFileTokens.ts'
import { estimateTextTokens, leastTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { FileInput, ReplyRequest, Turn, TurnPart } from '../reply.ts'

/** Every template separates messages by a few tokens. */
const tokensPerTurn = 4
/** Text in a script of three bytes a character, three of which may be one token. */
const mostBytesPerTextToken = 9

/** Parley's own estimate of a request's tokens, made without the model's tokenizer. */
export interface PromptTokens {
  /** With tools and pictures, within a fifth for most requests. */
  about: number
  /** Lower bound for the request's texts: no tokenizer makes fewer. */
  least: number
  /** The same for the last turn alone. */
  leastOfLastTurn: number
}

export function estimatePrompt({ turns, tools = [] }: ReplyRequest): PromptTokens {
  const toolTokens = tools.length > 0 ? estimateTextTokens(JSON.stringify(tools)) : 0
  const last = turns.at(-1)
  return {
    about: turns.reduce((sum, turn) => sum + tokensPerTurn + aboutOf(turn), toolTokens),
    least: turns.reduce((sum, turn) => sum + leastOf(turn), 0),
    leastOfLastTurn: last ? leastOf(last) : 0,
  }
}

function aboutOf({ parts }: Turn): number {
  return sumOf(parts, estimateTextTokens, aboutFile)
}

function leastOf({ parts }: Turn): number {
  return sumOf(parts, leastTextTokens, leastFile)
}

function sumOf(
  parts: readonly TurnPart[],
  ofText: (text: string) => number,
  ofFile: (file: FileInput) => number,
): number {
  return parts.reduce((sum, part) => {
    switch (part.type) {
      case 'text':
        return sum + ofText(part.text)
      case 'toolCall':
        return sum + ofText(part.name + part.arguments)
      case 'toolResult':
        return (part.files ?? []).reduce(
          (total, file) => total + ofFile(file),
          sum + ofText(part.text),
        )
      case 'file':
        return sum + ofFile(part)
      // Most templates leave earlier reasoning out.
      case 'reasoning':
        return sum
    }
  }, 0)
}

/** Local servers get pictures and texts alone. */
function aboutFile({ file, knownText }: FileInput): number {
  const kind = inputKindOf(file)
  if (kind === 'image' || kind === 'text') return estimateFileTokens(file)
  return estimateTextTokens(knownText?.()?.text ?? '')
}

function leastFile({ file, knownText }: FileInput): number {
  if (inputKindOf(file) === 'text') return Math.floor(file.sizeBytes / mostBytesPerTextToken)
  return leastTextTokens(knownText?.()?.text ?? '')
}
