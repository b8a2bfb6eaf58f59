import { AppError } from '../../../shared/errors.ts'
import type { Locale } from '../../../shared/languages.ts'
import type { Voice } from '../../../shared/speech/voices.ts'
import type { FalSpeaker } from './createFalSpeaker.ts'

/** The voices of all accounts at fal. */
export interface FalVoices {
  list: (locale: Locale) => Promise<Voice[]>
  /** Errors: providerMissing, and those of `FalSpeaker`. */
  speak: FalSpeaker['speak']
}

export function createFalVoices(speakers: () => Promise<FalSpeaker[]>): FalVoices {
  return {
    async list(locale) {
      const lists = (await speakers()).map((speaker) => speaker.voices(locale))
      return (await Promise.all(lists)).flat()
    },
    async speak(voice, request) {
      const speaker = (await speakers()).find(({ id }) => id === voice.providerId)
      if (speaker) return speaker.speak(voice, request)
      throw new AppError('providerMissing', 'The provider is gone, off or has no key')
    },
  }
}
