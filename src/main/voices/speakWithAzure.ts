import { AppError } from '../../shared/errors.ts'
import { fromStatus } from '../providers/errors/providerErrors.ts'
import { readBeginning } from '../providers/transport/readBeginning.ts'
import { readSound } from '../providers/transport/readSound.ts'
import type { Fetch } from '../providers/transport/transport.ts'
import { withTimeout } from '../timeLimit.ts'
import type { SoundRequest } from './soundRequest.ts'

const format = 'audio-24khz-96kbitrate-mono-mp3'
const answerMilliseconds = 60_000

export interface AzureSpeechOptions {
  /** The region, such as `westeurope`. */
  region: string
  key: string
  fetch: Fetch
  redact: (text: string) => string
  /** Another server than Azure's, for tests. */
  baseUrl?: string | undefined
}

/**
 * Synthesises a text with a Microsoft neural voice. Returns MP3. Source: Azure Speech, "Text to
 * speech REST API", cognitiveservices/v1.
 */
export function speakWithAzure(
  request: SoundRequest,
  options: AzureSpeechOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return withTimeout(answerMilliseconds, signal, (limit) => ask(request, options, limit))
}

async function ask(
  { text, voice, speed, pitch }: SoundRequest,
  { region, key, fetch, redact, baseUrl }: AzureSpeechOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const address = baseUrl ?? `https://${region}.tts.speech.microsoft.com`
  const context = { provider: 'Azure Speech', address, local: false, redact }
  let response: Response
  try {
    response = await fetch(`${address}/cognitiveservices/v1`, {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/ssml+xml',
        'ocp-apim-subscription-key': key,
        'user-agent': 'Parley',
        'x-microsoft-outputformat': format,
      },
      body: ssmlOf(text, voice, speed, pitch),
    })
  } catch (error) {
    throw new AppError('connectionFailed', 'Azure Speech could not be reached', {}, error)
  }
  if (!response.ok) {
    const body = await readBeginning(response, signal)
    throw fromStatus(response.status, body, response.headers, context)
  }
  return readSound(response, signal)
}

/** Returns SSML for one text. */
function ssmlOf(text: string, voice: string, speed: number, pitch: number): string {
  const locale = voice.split('-').slice(0, 2).join('-')
  const rate = `${speed >= 1 ? '+' : ''}${String(Math.round((speed - 1) * 100))}%`
  const height = `${pitch >= 0 ? '+' : ''}${String(Math.round(pitch))}%`
  return [
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escapeXml(locale)}">`,
    `<voice name="${escapeXml(voice)}"><prosody rate="${rate}" pitch="${height}">`,
    `${escapeXml(text)}</prosody></voice></speak>`,
  ].join('')
}

/** Escapes text for XML, and drops characters that XML does not allow. */
function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML 1.0 forbids them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
