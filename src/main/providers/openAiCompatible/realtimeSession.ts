import type OpenAI from 'openai'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { maxDescriptionLength } from '../../../shared/limits.ts'
import { AppError } from '../../../shared/errors.ts'
import type { RealtimeRequest } from '../provider.ts'
import type { Tool } from '../reply.ts'
import { maxAttempts } from '../service.ts'
import type { ToolAttempt } from '../toolSchemas/toolRefusals.ts'
import { languageCode } from '../transcription/transcriptionPrompt.ts'
import { readAnswer, unreadableAnswer } from '../transport/jsonAnswer.ts'

const answerMilliseconds = 20_000
const silence = { idleMilliseconds: answerMilliseconds }
const maxTokenLength = 200_000
/** The token is used at once, for a single session. */
const tokenSeconds = 60
/** Transcribes the user's speech for display. The model itself receives the sound. */
const usualTranscription = 'gpt-transcribe'

const tokenSchema = z.object({ value: z.string().min(1) })

/**
 * Returns true for models of realtime sessions. Models that only transcribe or translate use
 * another API.
 */
export function isRealtimeModel(modelId: string): boolean {
  return /realtime/i.test(modelId) && !/transcri|translat|whisper/i.test(modelId)
}

/**
 * Creates a session with the user's key. Returns its short-lived token. Source: OpenAI's API
 * description, /realtime/client_secrets.
 */
export async function requestToken(
  client: OpenAI,
  request: RealtimeRequest,
  signal: AbortSignal,
): Promise<string> {
  const response = await client
    .post('/realtime/client_secrets', {
      body: sessionOf(request),
      signal,
      timeout: answerMilliseconds,
    })
    .asResponse()
  return parseToken(
    await readAnswer(response, { ...silence, signal, bytesMaximum: maxTokenLength }),
  )
}

/**
 * Requests a session's token, again without tools that the service refuses: none of them may keep a
 * conversation from beginning. A token costs nothing.
 */
export async function requestWithTools(
  attempt: ToolAttempt,
  request: (tools: readonly Tool[]) => Promise<string>,
): Promise<{ token: string; refusedTools: string[] }> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const token = await request(attempt.request().tools ?? [])
      return { token, refusedTools: attempt.accept().map(({ subject = '' }) => subject) }
    } catch (error) {
      const isOver = !(error instanceof AppError) || attempts >= maxAttempts
      if (isOver || !attempt.refuse(error)) throw error
    }
  }
}

/**
 * Exchanges the page's session description for the service's, with the session's token. Source:
 * OpenAI's API description, /realtime/calls.
 */
export async function exchangeDescriptions(
  client: OpenAI,
  request: RealtimeRequest,
  token: string,
  signal: AbortSignal,
): Promise<string> {
  const response = await client
    .post('/realtime/calls', {
      body: request.offer,
      // The token stands in for the key, which Azure takes in a header of its own.
      headers: {
        authorization: `Bearer ${token}`,
        'api-key': null,
        'content-type': 'application/sdp',
      },
      signal,
      timeout: answerMilliseconds,
    })
    .asResponse()
  const answer = await readAnswer(response, {
    ...silence,
    signal,
    bytesMaximum: maxDescriptionLength,
  })
  if (!answer.startsWith('v=0')) {
    throw unreadableAnswer(answer, 'The answer is no session description')
  }
  return answer
}

function sessionOf({ modelId, voice, transcription, locale, tools }: RealtimeRequest) {
  const language = locale === null ? {} : { language: languageCode(locale) }
  return {
    expires_after: { anchor: 'created_at', seconds: tokenSeconds },
    session: {
      type: 'realtime',
      model: modelId,
      output_modalities: ['audio'],
      audio: {
        input: { transcription: { model: transcription || usualTranscription, ...language } },
        output: { voice },
      },
      // Parley runs the tools of servers as well, so that the service gets no access to them.
      ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', ...tool })) }),
    },
  }
}

function parseToken(text: string): string {
  const token = tokenSchema.safeParse(parseJson(text))
  // The error must not quote the answer, which may contain the token.
  if (!token.success) throw unreadableAnswer(text, 'The answer is no client secret')
  return token.data.value
}
