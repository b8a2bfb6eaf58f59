import type OpenAI from 'openai'
import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import { encodeForm } from '../transport/encodeForm.ts'
import type { TranscriptionRequest } from '../provider.ts'
import { cleanTranscript, languageCode, promptOf } from '../transcription/transcriptionPrompt.ts'
import { readAnswer } from '../transport/jsonAnswer.ts'
import { readTranscription, withoutSilence } from '../transcription/transcriptionAnswer.ts'
import { transcriptAnswer } from '../transport/answerLimits.ts'

const transcriptionIds =
  /whisper|transcri|parakeet|canary|voxtral|sensevoice|paraformer|moonshine|speech-?to-?text|(?:^|[-_/])(?:asr|stt)(?:$|[-_/])/i
/** Models that speak, that need another kind of connection, or that distinguish speakers. */
const otherPurposes = /realtime|live|diarize|tts/i

export function isTranscriptionModel(modelId: string): boolean {
  return transcriptionIds.test(modelId) && !otherPurposes.test(modelId)
}

/** Ranks OpenAI's newest models first, and accurate models before fast ones. */
const ranks = [/gpt-transcribe/, /gpt-4o-transcribe/, /large-v3(?!.*turbo)/, /large/, /transcribe/]

function rankOf(modelId: string): number {
  const rank = ranks.findIndex((pattern) => pattern.test(modelId))
  return rank < 0 ? ranks.length : rank
}

/** Compares models for transcription: the better one comes first. */
export function byTranscriptionRank(
  one: Pick<Model, 'modelId'>,
  other: Pick<Model, 'modelId'>,
): number {
  return rankOf(one.modelId) - rankOf(other.modelId)
}

/**
 * Returns true for OpenAI's newest model, which accepts a list of words. The others accept a
 * prompt.
 */
function takesKeywords(modelId: string): boolean {
  return /(?:^|\/)gpt-transcribe/.test(modelId)
}

/**
 * Returns true for Whisper models that can translate. The turbo and English-only versions can't.
 */
export function canTranslate(modelId: string): boolean {
  return /whisper/i.test(modelId) && !/turbo|distil|\.en\b/i.test(modelId)
}

/**
 * Transcribes speech through /audio/transcriptions, or translates it through /audio/translations.
 */
export async function transcribe(
  client: OpenAI,
  request: TranscriptionRequest,
  { signal, answerMilliseconds }: { signal: AbortSignal; answerMilliseconds: number },
): Promise<string> {
  const { modelId, task, locale, words } = request
  if (task === 'translate' && !canTranslate(modelId)) {
    throw new AppError('notSupported', 'The model does not translate')
  }
  const prompt = takesKeywords(modelId) ? '' : promptOf(words, task === 'translate' ? null : locale)
  const path = task === 'translate' ? '/audio/translations' : '/audio/transcriptions'
  const ask = async (format: Format): Promise<string> => {
    const { body, type } = await encodeForm(formOf(request, prompt, format))
    const response = await client
      .post(path, {
        body,
        headers: { 'content-type': type },
        signal,
        timeout: answerMilliseconds,
      })
      .asResponse()
    return readAnswer(response, {
      signal,
      idleMilliseconds: answerMilliseconds,
      bytesMaximum: transcriptAnswer.bytesMaximum,
    })
  }
  const text = tellsSilence(modelId)
    ? await ask('verbose_json').catch((error: unknown) => {
        if (!refusesFormat(error)) throw error
        return ask('json')
      })
    : await ask('json')
  return cleanTranscript(withoutSilence(await readTranscription(text), request.quiet), prompt)
}

type Format = 'json' | 'verbose_json'

/** Returns true for Whisper, which tells in its long format how probable silence is. */
function tellsSilence(modelId: string): boolean {
  return /whisper/i.test(modelId)
}

/** Tells whether a service with a Whisper of its own refused the long format, before any work. */
function refusesFormat(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false
  const isRefusal = error.status === 400 || error.status === 422
  const said = 'error' in error ? JSON.stringify(error.error) : ''
  return isRefusal && /response_format|verbose_json/i.test(`${error.message} ${said}`)
}

function formOf(
  { modelId, wav, task, locale, words }: TranscriptionRequest,
  prompt: string,
  format: Format,
) {
  const form = new FormData()
  form.set('file', new File([wav], 'speech.wav', { type: 'audio/wav' }))
  form.set('model', modelId)
  form.set('response_format', format)
  if (prompt !== '') form.set('prompt', prompt)
  if (task === 'translate') return form
  if (locale !== null) form.set('language', languageCode(locale))
  if (takesKeywords(modelId)) for (const word of words) form.append('keywords[]', word)
  return form
}
