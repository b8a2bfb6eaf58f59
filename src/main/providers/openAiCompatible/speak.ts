import type OpenAI from 'openai'
import type { SpeechRequest } from '../provider.ts'
import { readSound } from '../transport/readSound.ts'

/** Returns the sound of a text in the requested format. */
export async function speak(
  client: OpenAI,
  { modelId, voice, text, speed, format }: SpeechRequest,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = { model: modelId, voice, input: text, response_format: format, speed }
  const response = await client.post('/audio/speech', { body, signal }).asResponse()
  return readSound(response, signal)
}
