import { startReading } from './reading.ts'
import { spokenLanguages } from './spokenLanguages.ts'
import type { VoiceUse } from './voiceUse.ts'

/** Plays a sample of the voice that a model, or any, has in a language. */
export function previewVoice({ locale, model }: VoiceUse): void {
  startReading({
    id: 'preview',
    text: () => spokenLanguages[locale].sample,
    model: () => model,
    isComplete: () => true,
    subscribe: () => () => {},
    element: () => null,
  })
}
