import { estimateFileTokens } from '../../shared/estimateFileTokens.ts'
import { estimateTextTokens } from '../../shared/estimateTextTokens.ts'
import type { Turn, TurnPart } from '../providers/provider.ts'

/** Every template separates messages by a few tokens. */
const tokensPerTurn = 4

/** Estimates how many tokens turns have; `fileTokens` returns those of one file. */
export function estimateTokens(
  turns: readonly Turn[],
  fileTokens: typeof estimateFileTokens = estimateFileTokens,
): number {
  let tokens = 0
  for (const { parts } of turns) {
    tokens += tokensPerTurn
    for (const part of parts) tokens += estimatePart(part, fileTokens)
  }
  return tokens
}

function estimatePart(part: TurnPart, fileTokens: typeof estimateFileTokens): number {
  switch (part.type) {
    case 'toolResult':
      return (part.files ?? []).reduce(
        (sum, { file }) => sum + fileTokens(file),
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
      return fileTokens(part.file)
  }
}
