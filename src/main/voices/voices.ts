import { AppError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/languages.ts'
import { firstKeyId } from '../../shared/providers.ts'
import type { ProviderState } from '../../shared/providers.ts'
import { azureSpeechId } from '../../shared/voices.ts'
import type { SpeakInput, Voice, VoicePreferences, VoiceReference } from '../../shared/voices.ts'
import { tasksOf } from '../providers/abilities.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import type { Fetch } from '../providers/transport.ts'
import { originOf } from '../secrets/originOf.ts'
import type { KeyOwner } from '../secrets/handlers.ts'
import type { KeySource, Secrets } from '../secrets/secrets.ts'
import type { AudioCache, AudioFormat } from './audioCache.ts'
import { speakWithAzure } from './speakWithAzure.ts'
import { listProgramVoices, speakWithProgram } from './espeak.ts'
import { joinAudio } from './joinAudio.ts'
import { voiceTables } from './voiceTables.ts'

/**
 * The origin of the key of Azure Speech. A region is a single word, so that any choice of the page
 * still leads to Microsoft's host.
 */
const azureOrigin = 'https://*.tts.speech.microsoft.com'

export interface VoicesDependencies {
  cache: AudioCache
  lookup: ProviderLookup
  providers: () => Promise<ProviderState[]>
  secrets: Pick<Secrets, 'get' | 'getSoon' | 'state' | 'remove' | 'bindOld' | 'redact'>
  preferences: () => VoicePreferences
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
  const { cache, lookup, secrets, preferences, azureBaseUrl } = dependencies
  const keyOrigin = azureBaseUrl === undefined ? azureOrigin : originOf(azureBaseUrl)
  if (keyOrigin !== null) secrets.bindOld(new Map([[azureSpeechId, keyOrigin]]))

  async function make(input: SpeakInput, format: AudioFormat): Promise<Uint8Array> {
    const { text, voice, speed, pitch } = input
    const { signal } = new AbortController()
    switch (voice.family) {
      case 'openAi': {
        const provider = await lookup(voice.providerId)
        if (!provider.speak) throw new AppError('notSupported', 'The service does not speak')
        const { modelId, voice: name } = voice
        return provider.speak({ modelId, voice: name, text, speed, format }, signal)
      }
      case 'neural':
        return speakWithAzure({ text, voice: voice.voice, speed, pitch }, await azure(), signal)
      case 'program':
        return speakWithProgram({ text, voice: voice.voice, speed, pitch }, signal)
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
    const format = formatOf(input.voice)
    const { text, voice, speed, pitch } = input
    return cache.get(JSON.stringify([text, voice, speed, pitch]), format, () => make(input, format))
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
      const [providers, azureKey, programVoices] = await Promise.all([
        dependencies.providers(),
        secrets.getSoon(azureSpeechId, keyOrigin),
        listProgramVoices(),
      ])
      return [
        ...providers.filter(canSpeak).flatMap(openAiVoices),
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
      const [first] = sentences
      if (!first) throw new AppError('badInput', 'There is nothing to say')
      const format = formatOf(first.voice)
      const sounds: Uint8Array[] = []
      for (const sentence of sentences) {
        const sound = await cache.read(await speak(sentence))
        if (sound) sounds.push(sound)
      }
      const key = JSON.stringify(['joined', sentences])
      const name = await cache.get(key, format, () => Promise.resolve(joinAudio(sounds, format)))
      return { name, format }
    },
  }
}

function formatOf({ family }: VoiceReference): AudioFormat {
  return family === 'program' ? 'wav' : 'mp3'
}

/** Returns whether the provider may have voices. */
function canSpeak(state: ProviderState): boolean {
  return state.enabled && tasksOf(state).includes('speak')
}

function openAiVoices({ id: providerId, name: source }: ProviderState): Voice[] {
  const modelId = voiceTables.openAi.models.find(({ instructions }) => instructions)?.id ?? 'tts-1'
  return voiceTables.openAi.voices.map((voice) => ({
    reference: { family: 'openAi', providerId, modelId, voice },
    name: voice,
    locale: null,
    source,
  }))
}

/** Returns the voices of all dialects of a language, those of the locale itself first. */
function neuralVoices(locale: Locale): Voice[] {
  return voiceTables.neural
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
