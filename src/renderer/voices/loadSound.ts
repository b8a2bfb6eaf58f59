import type { VoicePreferences, VoiceReference } from '../../shared/speech/voices.ts'
import { api } from '../core/bridge.ts'
import type { Sound } from './sentencePlayer.ts'

/** Returns the decoded sound of a sentence in a voice. */
export async function loadSound(
  context: BaseAudioContext,
  text: string,
  voice: VoiceReference,
  { speed, pitch }: Pick<VoicePreferences, 'speed' | 'pitch'>,
): Promise<Sound> {
  if (voice.family === 'system') {
    return {
      kind: 'spoken',
      speak: (signal) => speakInPage(text, voice.voice, speed, pitch, signal),
    }
  }
  const { address } = await api.voices.speak({ text, voice, speed, pitch })
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The sound is not there: ${response.status}`)
  return { kind: 'samples', buffer: await context.decodeAudioData(await response.arrayBuffer()) }
}

function speakInPage(
  text: string,
  voiceName: string,
  speed: number,
  pitch: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text)
    const voice = speechSynthesis.getVoices().find(({ name }) => name === voiceName)
    if (voice) {
      utterance.voice = voice
      utterance.lang = voice.lang
    }
    utterance.rate = speed
    utterance.pitch = 1 + pitch / 100
    utterance.addEventListener('end', () => resolve())
    utterance.addEventListener('error', ({ error }) => {
      if (error === 'canceled' || error === 'interrupted') resolve()
      else reject(new Error(`The system could not speak: ${error}`))
    })
    signal.addEventListener('abort', () => speechSynthesis.cancel(), { once: true })
    speechSynthesis.speak(utterance)
  })
}
