import { AppError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/languages.ts'
import { firstKeyId } from '../../shared/providers.ts'
import type { ProviderState } from '../../shared/providers.ts'
import { azureSpeechId } from '../../shared/speech/voices.ts'
import type {
  FalVoiceReference,
  SpeakInput,
  Voice,
  VoicePreferences,
} from '../../shared/speech/voices.ts'
import { tasksOf } from '../providers/abilities.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import type { Fetch } from '../providers/transport/transport.ts'
import { originOf } from '../secrets/originOf.ts'
import type { KeyOwner } from '../secrets/handlers.ts'
import type { KeySource, Secrets } from '../secrets/secrets.ts'
import type { AudioCache, AudioFormat, Sound } from './audioCache.ts'
import { speakWithAzure } from './speakWithAzure.ts'
import { listProgramVoices, speakWithProgram } from './espeak.ts'
import { formatOfSound } from './formatOfSound.ts'
import { joinAudio } from './joinAudio.ts'
import { voiceTables } from './voiceTables.ts'

/**
 * The origin of the key of Azure Speech. A region is a single word, so that any choice of the page
 * still leads to Microsoft's host.
 */
const azureOrigin = 'https://*.tts.speech.microsoft.com'

/** The voices of fal, which another feature speaks with. */
export interface FalVoices {
  list: (locale: Locale) => Promise<Voice[]>
  /** Synthesises a text, for which fal is paid. It is sent once. */
  speak: (voice: FalVoiceReference, request: { text: string; speed: number }) => Promise<Uint8Array>
}

export interface VoicesDependencies {
  cache: AudioCache
  lookup: ProviderLookup
  providers: () => Promise<ProviderState[]>
  secrets: Pick<Secrets, 'get' | 'getSoon' | 'state' | 'remove' | 'bindOld' | 'redact'>
  preferences: () => VoicePreferences
  fal: FalVoices
  fetch: Fetch
  /** Another server than Azure's, for tests. */
  azureBaseUrl?: string | undefined
}

export interface Voices extends KeyOwner {
  list: (locale: Locale) => Promise<Voice[]>
  /** Synthesises a sentence. Returns the name of the sound file. */
  speak: (input: SpeakInput) => Promise<string>
  join: (sentences: readonly SpeakInput[]) => Promise<{ name: string; format: AudioFormat }>
  read: AudioCache['read']
  /** Returns where the key of Azure Speech is stored. */
  azureKey: () => Promise<KeySource>
}

export function createVoices(dependencies: VoicesDependencies): Voices {
  const { cache, lookup, secrets, preferences, fal, azureBaseUrl } = dependencies
  const keyOrigin = azureBaseUrl === undefined ? azureOrigin : originOf(azureBaseUrl)
  if (keyOrigin !== null) secrets.bindOld(new Map([[azureSpeechId, keyOrigin]]))

  async function make(input: SpeakInput): Promise<Sound> {
    const { text, voice, speed, pitch } = input
    const { signal } = new AbortController()
    switch (voice.family) {
      case 'openAi': {
        const provider = await lookup(voice.providerId)
        if (!provider.speak) throw new AppError('notSupported', 'The service does not speak')
        const { modelId, voice: name } = voice
        const request = { modelId, voice: name, text, speed, format: 'mp3' } as const
        return { bytes: await provider.speak(request, signal), format: 'mp3' }
      }
      case 'fal': {
        const bytes = await fal.speak(voice, { text, speed })
        return { bytes, format: formatOfSound(bytes) }
      }
      case 'neural': {
        const request = { text, voice: voice.voice, speed, pitch }
        return { bytes: await speakWithAzure(request, await azure(), signal), format: 'mp3' }
      }
      case 'program': {
        const request = { text, voice: voice.voice, speed, pitch }
        return { bytes: await speakWithProgram(request, signal), format: 'wav' }
      }
      case 'system':
        throw new AppError('badInput', 'This voice speaks in the page')
    }
  }

  async function azure() {
    const key = await secrets.get(azureSpeechId, keyOrigin)
    const region = preferences().azureRegion
    if (key === null || region === '') {
      throw new AppError('keyMissing', 'Azure Speech needs a key and a region', {
        provider: 'Azure Speech',
      })
    }
    const { fetch } = dependencies
    return { key, region, fetch, redact: secrets.redact, baseUrl: azureBaseUrl }
  }

  const speak = (input: SpeakInput): Promise<string> => {
    const { text, voice, speed, pitch } = input
    return cache.get(JSON.stringify([text, voice, speed, pitch]), () => make(input))
  }

  return {
    speak,
    read: cache.read,
    keyOrigin: (_ownerId, keyId) => {
      if (keyId === firstKeyId && keyOrigin !== null) return Promise.resolve(keyOrigin)
      return Promise.reject(new AppError('badInput', 'There is no room for this key'))
    },
    removeKey: () => secrets.remove(azureSpeechId),
    azureKey: async () => (await secrets.state(azureSpeechId, keyOrigin)).source,
    list: async (locale) => {
      const [providers, azureKey, programVoices, falVoices] = await Promise.all([
        dependencies.providers(),
        secrets.getSoon(azureSpeechId, keyOrigin),
        listProgramVoices(),
        fal.list(locale),
      ])
      return [
        ...providers.filter(canSpeak).flatMap(openAiVoices),
        ...falVoices,
        ...(azureKey !== null && preferences().azureRegion !== '' ? neuralVoices(locale) : []),
        ...programVoices
          .filter((voice) => isSameLanguage(voice.locale, locale))
          .map(({ voice, name, locale: spoken }): Voice => {
            const reference = { family: 'program', voice } as const
            return { reference, name, locale: spoken, source: 'espeak-ng' }
          }),
      ]
    },
    join: async (sentences) => {
      const sounds: Uint8Array[] = []
      const formats = new Set<AudioFormat>()
      for (const sentence of sentences) {
        const name = await speak(sentence)
        const sound = await cache.read(name)
        if (!sound) continue
        sounds.push(sound)
        formats.add(name.endsWith('.wav') ? 'wav' : 'mp3')
      }
      const [format, other] = formats
      if (!format) throw new AppError('badInput', 'There is nothing to say')
      if (other) throw new AppError('notSupported', 'Sounds of different kinds make no file')
      const key = JSON.stringify(['joined', sentences])
      const name = await cache.get(key, () =>
        Promise.resolve({ bytes: joinAudio(sounds, format), format }),
      )
      return { name, format }
    },
  }
}

/** Returns whether the provider may have voices. */
function canSpeak(state: ProviderState): boolean {
  return state.enabled && tasksOf(state).includes('speak')
}

function openAiVoices({ id: providerId, name: source }: ProviderState): Voice[] {
  const { models, voices } = voiceTables().openAi
  const modelId = models.find(({ instructions }) => instructions)?.id ?? 'tts-1'
  return voices.map((voice) => ({
    reference: { family: 'openAi', providerId, modelId, voice },
    name: voice,
    locale: null,
    source,
  }))
}

/** Returns the voices of all dialects of a language, those of the locale itself first. */
function neuralVoices(locale: Locale): Voice[] {
  const { neural } = voiceTables()
  return neural
    .filter((voice) => isSameLanguage(voice.locale, locale))
    .toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale))
    .map(({ id, name, locale: spoken }) => ({
      reference: { family: 'neural', voice: id },
      name,
      locale: spoken,
      source: 'Azure Speech',
    }))
}

/** Microsoft and espeak-ng use their own tags for the Chinese languages. */
const languageOfTag: Record<string, string> = {
  cmn: 'zh',
  yue: 'zh',
  wuu: 'zh',
  hak: 'zh',
  nan: 'zh',
}

function isSameLanguage(tag: string, locale: Locale): boolean {
  const language = tag.split(/[-_]/)[0]?.toLowerCase() ?? ''
  return (languageOfTag[language] ?? language) === locale.split('-')[0]
}
