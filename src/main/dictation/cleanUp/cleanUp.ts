import type { CleanUpMode } from '../../../shared/speech/dictation.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Locale } from '../../../shared/languages.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { addText } from '../../providers/answer/addText.ts'
import type { ProviderLookup } from '../../providers/provider.ts'
import { withoutControls } from '../../speech/withoutControls.ts'
import { cleanUpInstructions } from './cleanUpInstructions.ts'
import { withTimeout } from '../../timeLimit.ts'

export interface CleanUpRequest {
  text: string
  mode: CleanUpMode
  translateInto: Locale | null
  model: ModelReference
}

/**
 * Cleans up a text. Resolves to null if the model fails, is slow or returns something else. Never
 * rejects.
 */
export type CleanUp = (request: CleanUpRequest, signal: AbortSignal) => Promise<string | null>

/** The user does not wait longer than this for a cleaner text. */
const patienceMilliseconds = 4000
/** A clean-up changes the length little. A longer text is an answer to what was said. */
const maxGrowth = 3
const shortText = 200

export function createCleanUp(
  lookup: ProviderLookup,
  log: (message: string, error: unknown) => void,
  milliseconds = patienceMilliseconds,
): CleanUp {
  return async (request, closing) => {
    try {
      return await withTimeout(milliseconds, closing, (signal) => ask(lookup, request, signal))
    } catch (error) {
      if (!closing.aborted) log('The dictated text was not cleaned up', error)
      return null
    }
  }
}

async function ask(
  lookup: ProviderLookup,
  { text, mode, translateInto, model }: CleanUpRequest,
  signal: AbortSignal,
): Promise<string> {
  const provider = await lookup(model.providerId)
  const instructions = cleanUpInstructions(mode, translateInto)
  const events = provider.reply(
    {
      modelId: model.modelId,
      turns: [
        { role: 'system', parts: [{ type: 'text', text: instructions }] },
        { role: 'user', parts: [{ type: 'text', text: `<dictated>\n${text}\n</dictated>` }] },
      ],
      effort: 'none',
    },
    signal,
  )
  let answer = ''
  for await (const event of events) {
    answer = addText(answer, event)
    // An answer that was cut off or filtered is incomplete.
    if (event.type === 'finish' && event.reason === 'stop') return checked(answer, text)
    if (answer.length > maxLength(text)) break
  }
  throw new AppError('malformedAnswer', 'The model did not give the edited text')
}

function maxLength(text: string): number {
  return text.length * maxGrowth + shortText
}

/**
 * Removes what models put around the text. Errors: malformedAnswer if the rest is no edited text.
 */
function checked(answer: string, text: string): string {
  const said = withoutControls(answer)
    .replace(/<think(ing)?>[\s\S]*?(<\/think(ing)?>|$)/gi, '')
    .replace(/<\/?dictated>/g, '')
    .trim()
  if (said === '' || said.length > maxLength(text)) {
    throw new AppError('malformedAnswer', 'The model answered with something else')
  }
  return said
}
