import { estimateFileTokens } from '../../../shared/chat/estimateFileTokens.ts'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import type { FileInput, Turn, TurnPart } from '../../providers/reply.ts'

/** Returns the tokens of a document's text if it is known: models that take the file count alike. */
function inputTokens({ file, knownText }: FileInput): number {
  const text = knownText?.()?.text
  return text === undefined ? estimateFileTokens(file) : estimateTextTokens(text)
}

/** Every template separates messages by a few tokens. */
const tokensPerTurn = 4

/** Estimates how many tokens turns have; `fileTokens` returns those of one file. */
export function estimateTokens(
  turns: readonly Turn[],
  fileTokens: (input: FileInput) => number = inputTokens,
): number {
  let tokens = 0
  for (const { parts } of turns) {
    tokens += tokensPerTurn
    for (const part of parts) tokens += estimatePart(part, fileTokens)
  }
  return tokens
}

function estimatePart(part: TurnPart, fileTokens: (input: FileInput) => number): number {
  switch (part.type) {
    case 'toolResult':
      return (part.files ?? []).reduce(
        (sum, input) => sum + fileTokens(input),
        estimateTextTokens(part.text),
      )
    case 'text':
      return estimateTextTokens(part.text)
    case 'toolCall':
      return estimateTextTokens(part.name + part.arguments)
    // Most models do not read earlier reasoning again.
    case 'reasoning':
      return 0
    case 'file':
      return fileTokens(part)
  }
}
