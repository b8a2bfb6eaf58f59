import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { isLocalAddress } from '../../providers/configs/baseUrl.ts'
import { transcriptAnswer } from '../../providers/transport/answerLimits.ts'
import { encodeForm } from '../../providers/transport/encodeForm.ts'
import type { TranscriptionRequest } from '../../providers/provider.ts'
import { fromConnection, fromStatus } from '../../providers/errors/providerErrors.ts'
import type { ErrorContext } from '../../providers/errors/providerErrors.ts'
import { throwIfAborted } from '../../providers/errors/throwIfAborted.ts'
import {
  cleanTranscript,
  languageCode,
  promptOf,
} from '../../providers/transcription/transcriptionPrompt.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import { readAnswer } from '../../providers/transport/jsonAnswer.ts'
import {
  readTranscription,
  withoutSilence,
} from '../../providers/transcription/transcriptionAnswer.ts'
import { readBeginning } from '../../providers/transport/readBeginning.ts'
import { withTimeout } from '../../timeLimit.ts'
import { maxQuotedAnswerLength } from '../../../shared/limits.ts'

/** The id of its only model, which it loads at the start. */
export const whisperCppModel = 'whisper'

const failureSchema = z.object({ error: z.string() })

export interface WhisperCppOptions {
  /** The base URL without `/inference`. */
  baseUrl: string
  name: string
  fetch: Fetch
  redact: (text: string) => string
}

/**
 * Creates a client of whisper.cpp's server:
 * https://github.com/ggml-org/whisper.cpp/tree/master/examples/server
 */
export function createWhisperCpp({ baseUrl, name, fetch, redact }: WhisperCppOptions) {
  const local = isLocalAddress(baseUrl)
  const context: ErrorContext = { provider: name, address: baseUrl, local, redact }

  async function ask(request: TranscriptionRequest, signal: AbortSignal): Promise<string> {
    const { task, locale, words } = request
    const prompt = promptOf(words, task === 'translate' ? null : locale)
    const { body, type } = await encodeForm(formOf(request, prompt))
    const response = await fetch(`${baseUrl}/inference`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      signal,
    })
    if (!response.ok) {
      const text = await readBeginning(response, signal)
      if (response.status === 503 && /loading/i.test(text)) {
        throw new AppError('modelLoading', 'The server loads its model', { provider: name })
      }
      throw fromStatus(response.status, text, response.headers, context)
    }
    const text = await readAnswer(response, { ...transcriptAnswer, signal })
    throwFailure(text)
    return cleanTranscript(withoutSilence(await readTranscription(text), request.quiet), prompt)
  }

  return {
    /** Returns the text of a segment; empty without speech. */
    async transcribe(request: TranscriptionRequest, signal: AbortSignal): Promise<string> {
      throwIfAborted(signal)
      try {
        return await withTimeout(transcriptAnswer.idleMilliseconds, signal, (limit) =>
          ask(request, limit),
        )
      } catch (error) {
        throwIfAborted(signal)
        const details = { provider: name, subject: baseUrl }
        if (!(error instanceof AppError)) throw fromConnection(error, context)
        throw new AppError(error.code, error.message, { ...details, ...error.details }, error)
      }
    },
  }
}

function formOf({ wav, task, locale }: TranscriptionRequest, prompt: string): FormData {
  const form = new FormData()
  form.set('file', new File([wav], 'speech.wav', { type: 'audio/wav' }))
  // The long format tells how probable silence is. Without the second field the server would listen
  // twice, to name the language as well.
  form.set('response_format', 'verbose_json')
  form.set('no_language_probabilities', 'true')
  form.set('language', locale === null ? 'auto' : languageCode(locale))
  form.set('translate', String(task === 'translate'))
  if (prompt !== '') form.set('prompt', prompt)
  return form
}

/** Throws serverError for an answer with status 200 that says that the server failed. */
function throwFailure(text: string): void {
  const failure = failureSchema.safeParse(parseJson(text))
  if (!failure.success) return
  throw new AppError('serverError', 'The server failed', {
    answer: failure.data.error.slice(0, maxQuotedAnswerLength),
  })
}

/** Returns true if whisper.cpp answers. llama.cpp and LocalAI use the same port. */
export async function isWhisperCpp(
  baseUrl: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/`, { signal })
    const text = await readBeginning(response, signal)
    // An error page may mention whisper.cpp by accident.
    return response.ok && /whisper\.cpp/i.test(`${response.headers.get('server') ?? ''} ${text}`)
  } catch {
    return false
  }
}
