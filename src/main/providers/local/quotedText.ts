import { prepareTurns } from '../openAiCompatible/prepareTurns.ts'
import type { ReplyRequest } from '../provider.ts'

/**
 * Returns all text of a request, without the template's tokens, for a tokenizer that knows no
 * turns.
 */
export async function quotedText(request: ReplyRequest): Promise<string> {
  const { turns } = await prepareTurns(request, { files: false })
  return turns
    .map(({ parts }) =>
      parts
        .flatMap((part) => {
          if (part.type === 'prepared') return part.file.kind === 'text' ? part.file.text : []
          if (part.type === 'toolCall') return `${part.name} ${part.arguments}`
          return part.type === 'reasoning' ? [] : part.text
        })
        .join('\n'),
    )
    .join('\n\n')
}
