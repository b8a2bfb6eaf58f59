import type OpenAI from 'openai'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { readBytes, readText } from '../byteStream.ts'
import type { CallRequest } from '../provider.ts'
import { languageCode } from '../transcriptionPrompt.ts'

const answerMilliseconds = 20_000
const tokenLengthMaximum = 200_000
const descriptionLengthMaximum = 100_000
/** The token is used at once, for a single call. */
const tokenSeconds = 60
/** Transcribes the user's speech for display. The model itself receives the sound. */
const transcriptionModel = 'gpt-transcribe'

const tokenSchema = z.object({ value: z.string().min(1) })

/**
 * Returns true for models for voice calls. Models that only transcribe or translate use another
 * API.
 */
export function isCallModel(modelId: string): boolean {
  return /realtime/i.test(modelId) && !/transcri|translat|whisper/i.test(modelId)
}

/**
 * Opens a session by the user's key, and returns its short-lived token.
 * Source: OpenAI's API description, /realtime/client_secrets.
 */
export async function requestToken(
  client: OpenAI,
  request: CallRequest,
  signal: AbortSignal,
): Promise<string> {
  const response = await client
    .post('/realtime/client_secrets', {
      body: sessionOf(request),
      signal,
      timeout: answerMilliseconds,
    })
    .asResponse()
  return parseToken(await textOf(response, tokenLengthMaximum, signal))
}

/**
 * Returns the answer to the page's description of its end of the call, by the session's token.
 * Source: OpenAI's API description, /realtime/calls.
 */
export async function call(
  client: OpenAI,
  request: CallRequest,
  token: string,
  signal: AbortSignal,
): Promise<string> {
  const response = await client
    .post('/realtime/calls', {
      body: request.offer,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      signal,
      timeout: answerMilliseconds,
    })
    .asResponse()
  const answer = await textOf(response, descriptionLengthMaximum, signal)
  if (!answer.startsWith('v=0')) {
    const code = answer.trimStart().startsWith('<') ? 'notAnApi' : 'malformedAnswer'
    throw new AppError(code, 'The answer is no session description')
  }
  return answer
}

function sessionOf({ modelId, voice, locale }: CallRequest) {
  const language = locale === null ? {} : { language: languageCode(locale) }
  return {
    expires_after: { anchor: 'created_at', seconds: tokenSeconds },
    session: {
      type: 'realtime',
      model: modelId,
      output_modalities: ['audio'],
      audio: {
        input: { transcription: { model: transcriptionModel, ...language } },
        output: { voice },
      },
    },
  }
}

function textOf(response: Response, lengthMaximum: number, signal: AbortSignal): Promise<string> {
  const idleMilliseconds = () => answerMilliseconds
  return readText(readBytes(response.body, { idleMilliseconds, signal }), lengthMaximum)
}

function parseToken(text: string): string {
  try {
    return tokenSchema.parse(JSON.parse(text)).value
  } catch {
    const code = text.trimStart().startsWith('<') ? 'notAnApi' : 'malformedAnswer'
    // Omits the parse error, which could quote the token.
    throw new AppError(code, 'The answer is no client secret')
  }
}
