import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { readEventBatches } from '../transport/eventStream.ts'
import { unreadableAnswer } from '../transport/jsonAnswer.ts'
import { isSilencePhrase } from './silencePhrases.ts'

/** A part of a `verbose_json` answer. Servers leave out what they don't know. */
const partSchema = z.object({
  text: z.string(),
  no_speech_prob: z.number().nullish(),
})
const answerSchema = z.object({
  text: z.string(),
  segments: z.array(partSchema).nullish().catch(null),
})
export type TranscriptionAnswer = z.infer<typeof answerSchema>

/** Events of a streamed transcription. Some servers send each segment as an object with its text. */
const eventSchema = z.object({
  type: z.string().optional(),
  delta: z.string().optional(),
  text: z.string().optional(),
  error: z.unknown().optional(),
})

/** The probability of silence from which Whisper itself drops a segment. */
const silenceProbability = 0.6

/**
 * Reads a service's answer, whole or as server-sent events. Errors: malformedAnswer, notAnApi;
 * streamBroken if the events end before the transcript does; serverError for an error among them.
 */
export async function readTranscription(text: string): Promise<TranscriptionAnswer> {
  if (/^(?:event|data|id|retry)?:/.test(text.trimStart())) return readEvents(text.trimStart())
  const answer = answerSchema.safeParse(parseJson(text))
  if (!answer.success) throw unreadableAnswer(text, 'The answer is no transcription')
  return answer.data
}

async function readEvents(text: string): Promise<TranscriptionAnswer> {
  let heard = ''
  let isComplete = false
  for await (const batch of readEventBatches(onePiece(text))) {
    for (const { data, complete } of batch) {
      if (data.trim() === '[DONE]') isComplete = true
      else if (complete) {
        const { type, delta, text: whole, error } = parseEvent(data)
        if (error !== undefined && error !== null) {
          throw new AppError('serverError', 'The service failed while it transcribed')
        }
        if (type === 'transcript.text.done' && whole !== undefined) return { text: whole }
        if (type === 'transcript.text.delta') heard += delta ?? ''
        // Without a type, each event is a segment and the end of the answer is its end.
        if (type === undefined && whole !== undefined) {
          heard += heard === '' || whole.startsWith(' ') ? whole : ` ${whole}`
          isComplete = true
        }
      }
    }
  }
  if (!isComplete) throw new AppError('streamBroken', 'The transcript has no end')
  return { text: heard }
}

function parseEvent(data: string): z.infer<typeof eventSchema> {
  const event = eventSchema.safeParse(parseJson(data))
  if (!event.success) throw unreadableAnswer(data, 'The answer is no transcription')
  return event.data
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text))
}

/**
 * Returns the text without what models write for silence, such as `Thank you for watching!`. The
 * service's probability decides where there is one, else whether the sound is `quiet`: people say
 * such phrases too.
 */
export function withoutSilence({ text, segments }: TranscriptionAnswer, quiet: boolean): string {
  const parts = segments ?? []
  const isKnown = parts.some(({ no_speech_prob }) => typeof no_speech_prob === 'number')
  if (!isKnown) return quiet && isSilencePhrase(text) ? '' : text
  const kept = parts.filter(
    ({ text: part, no_speech_prob }) =>
      (no_speech_prob ?? 0) < silenceProbability || !isSilencePhrase(part),
  )
  return kept.length === parts.length ? text : kept.map(({ text: part }) => part).join('')
}
