import { estimateTextTokens } from '../../shared/estimateTextTokens.ts'
import type { Turn, TurnPart } from '../providers/provider.ts'
import { inputKindOf } from '../providers/provider.ts'

/** Every template separates messages by a few tokens. */
const tokensPerTurn = 4
/** For an image of about a megapixel, if the size is unknown. */
const tokensPerImage = 1200
/** A PDF page has about 50 kB and about 600 tokens. */
const bytesPerPdfToken = 80
/** Speech at 32 kbit/s has ten tokens a second. */
const bytesPerAudioToken = 400
const bytesPerTextToken = 4

export function estimateTokens(turns: readonly Turn[]): number {
  let tokens = 0
  for (const { parts } of turns) {
    tokens += tokensPerTurn
    for (const part of parts) tokens += estimatePart(part)
  }
  return tokens
}

function estimatePart(part: TurnPart): number {
  switch (part.type) {
    case 'toolResult':
      return (part.files ?? []).reduce(
        (sum, file) => sum + estimateFile(file),
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
      return estimateFile(part)
  }
}

function estimateFile({ file }: Extract<TurnPart, { type: 'file' }>): number {
  switch (inputKindOf(file)) {
    case 'image':
      return tokensPerImage
    case 'pdf':
      return Math.ceil(file.sizeBytes / bytesPerPdfToken)
    case 'audio':
      return Math.ceil(file.sizeBytes / bytesPerAudioToken)
    case 'text':
      return Math.ceil(file.sizeBytes / bytesPerTextToken)
    case 'other':
      return 0
  }
}
