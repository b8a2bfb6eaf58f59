import type { Warning } from '../../../shared/chat/parts.ts'
import type { CommonEvent, CompletionEvent, ReplyEvent, ReplyRequest } from '../reply.ts'
import { estimatePrompt } from './promptTokens.ts'
import type { PromptTokens } from './promptTokens.ts'

/** Below it, a wrong estimate is likelier than a cut. */
const fewestTokens = 256
/** A count below this share of the least estimate is no other tokenizer. */
const countedShare = 0.85
/** Used when the window is unknown: stricter, as the low count is then the only evidence. */
const countedShareAlone = 0.5
/** Ollama and llama.cpp cut a prompt to the window or to half of it, and keep a few tokens. */
const windowSlackTokens = 16

/**
 * Passes a reply through, and warns before its end if the server read clearly less than was sent:
 * local servers cut a prompt that exceeds the window and answer as if nothing had happened.
 * `askWindow` asks the server for the window in use; it is called only on suspicion.
 */
export async function* warnOfCut<Event extends ReplyEvent | CompletionEvent>(
  events: AsyncIterable<Event>,
  request: ReplyRequest,
  askWindow: () => Promise<number | undefined>,
): AsyncGenerator<Event | CommonEvent> {
  let counted: number | undefined
  for await (const event of events) {
    if (event.type === 'usage') counted = event.usage.inputTokens
    if (event.type === 'finish' && counted !== undefined) {
      const warning = await findCut(counted, estimatePrompt(request), askWindow)
      if (warning) yield { type: 'warning', warning }
    }
    yield event
  }
}

async function findCut(
  counted: number,
  sent: PromptTokens,
  askWindow: () => Promise<number | undefined>,
): Promise<Warning | undefined> {
  if (sent.least < fewestTokens || counted >= sent.least * countedShare) return undefined
  if (!isCut(counted, sent, await askWindow())) return undefined
  return { code: 'promptCut', subject: `${String(counted)}/${String(sent.about)}` }
}

/**
 * Some versions count only what they had not cached, so a low count alone proves nothing. Either the
 * prompt can't have fitted, or the count is what a cut leaves. Without a window, the last turn
 * decides: it is new, so it is in no cache, but for a request that is repeated, of which hardly
 * anything is counted.
 */
function isCut(counted: number, sent: PromptTokens, window: number | undefined): boolean {
  if (window === undefined) {
    return counted >= fewestTokens && counted < sent.leastOfLastTurn * countedShareAlone
  }
  return sent.least > window || [window, window / 2].some((tokens) => isNear(counted, tokens))
}

function isNear(counted: number, tokens: number): boolean {
  return Math.abs(counted - tokens) <= windowSlackTokens
}
