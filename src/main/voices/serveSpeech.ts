import type { Voices } from './voices.ts'

const mediaTypes: Record<string, string> = { mp3: 'audio/mpeg', wav: 'audio/wav' }

/** Answers a request for a synthesised sound. */
export async function serveSpeech(
  voices: Pick<Voices, 'read'>,
  name: string,
): Promise<Response | undefined> {
  const sound = await voices.read(name)
  if (!sound) return undefined
  return new Response(sound, {
    headers: {
      'content-type': mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
}
