import type OpenAI from 'openai'
import { AppError } from '../../../shared/errors.ts'
import { readBytes } from '../byteStream.ts'
import type { SpeechRequest } from '../provider.ts'

const bytesMaximum = 64 * 1024 * 1024
const idleMilliseconds = 60_000

/** Returns the sound of a text in the requested format. */
export async function speak(
  client: OpenAI,
  { modelId, voice, text, speed, format }: SpeechRequest,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = { model: modelId, voice, input: text, response_format: format, speed }
  const response = await client.post('/audio/speech', { body, signal }).asResponse()
  const type = response.headers.get('content-type') ?? ''
  const pieces: Uint8Array[] = []
  let length = 0
  const idle = () => idleMilliseconds
  for await (const piece of readBytes(response.body, { idleMilliseconds: idle, signal })) {
    length += piece.length
    if (length > bytesMaximum) throw new AppError('malformedAnswer', 'The sound never ends')
    pieces.push(piece)
  }
  if (length === 0 || /json|html/.test(type)) {
    throw new AppError('malformedAnswer', 'The answer is no sound')
  }
  return new Uint8Array(Buffer.concat(pieces))
}
