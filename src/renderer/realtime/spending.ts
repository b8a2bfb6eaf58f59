import type { Usage } from '../../shared/chat/parts.ts'
import type { Price } from '../../shared/models.ts'
import { costOf, hasKnownCost } from '../../shared/chat/costOf.ts'
import type { ServerEvent } from './serverEvent.ts'

/** Source: OpenAI's page of the model gpt-transcribe, November 2026. */
const transcriptionDollarsPerMinute = 0.0045

/** The use of all sessions of a conversation. */
export interface Spending {
  usage: Usage
  transcribedSeconds: number
  /** True if the service did not say how much some part has taken. */
  isPartlyUnknown: boolean
}

export const nothingSpent: Spending = {
  usage: { inputTokens: 0, outputTokens: 0 },
  transcribedSeconds: 0,
  isPartlyUnknown: false,
}

/** Returns the use with that of an answer or a transcription, if the event is the end of one. */
export function addSpending(
  spent: Spending,
  { type, status, usage, transcribedSeconds }: ServerEvent,
): Spending {
  if (type === 'response.done') {
    if (usage) return { ...spent, usage: sum(spent.usage, usage) }
    // An answer that failed may have taken nothing; any other has.
    return status === 'failed' ? spent : { ...spent, isPartlyUnknown: true }
  }
  if (type !== 'conversation.item.input_audio_transcription.completed') return spent
  if (transcribedSeconds === null) return { ...spent, isPartlyUnknown: true }
  return { ...spent, transcribedSeconds: spent.transcribedSeconds + transcribedSeconds }
}

/** Returns the approximate cost in US dollars; null if a part of it is unknown. */
export function dollarsOf(spent: Spending, price: Price | undefined): number | null {
  const { usage, transcribedSeconds, isPartlyUnknown } = spent
  if (!price || isPartlyUnknown || !hasKnownCost(usage, price)) return null
  return costOf(usage, price) + (transcribedSeconds / 60) * transcriptionDollarsPerMinute
}

const details = [
  'cachedTokens',
  'audioInputTokens',
  'cachedAudioTokens',
  'audioOutputTokens',
] as const satisfies readonly (keyof Usage)[]

function sum(earlier: Usage, added: Usage): Usage {
  const total: Usage = {
    inputTokens: earlier.inputTokens + added.inputTokens,
    outputTokens: earlier.outputTokens + added.outputTokens,
  }
  for (const name of details) total[name] = (earlier[name] ?? 0) + (added[name] ?? 0)
  return total
}
