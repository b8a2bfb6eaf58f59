import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createOpenAiCompatible } from '../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import type { ProviderLookup } from '../../../src/main/providers/provider.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'
import { createSpeechInHistory } from '../../../src/main/speech/speechInHistory.ts'
import { createRecordingFiles } from '../../../src/main/speech/recordings/recordingFiles.ts'
import { createEngines } from '../../../src/main/speech/transcription/engines.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import { sampleRate } from '../../../src/shared/speech/audio.ts'
import type { Broadcast } from '../../../src/shared/ipc/define.ts'
import type { ProviderState } from '../../../src/shared/providers.ts'
import { defaultSpeechPreferences } from '../../../src/shared/speech/speech.ts'
import type { Recording, speech, SpeechPreferences } from '../../../src/shared/speech/speech.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

/** Options of the speech that a test opens. */
export interface TestSpeechOptions {
  folder?: string
  preferences?: Partial<SpeechPreferences>
  /** Base addresses of providers, by id. */
  providers?: Readonly<Record<string, string>>
  timeoutMilliseconds?: number
  /** The limit for the whole text of a segment. */
  answerMilliseconds?: number
  silenceMilliseconds?: number
  graceMilliseconds?: number
  now?: () => number
  maxSamples?: number
}

/** Returns the state of an OpenAI-compatible provider with a key. */
export function providerState(id: string): ProviderState {
  return {
    id,
    kind: 'openai-compatible',
    presetId: null,
    name: id,
    baseUrl: '',
    headers: {},
    query: {},
    enabled: true,
    furtherKeys: [],
    api: 'auto',
    moderation: false,
    extraModels: [],
    keySource: 'keychain',
    keys: [],
    withheldFields: [],
    needsKey: true,
    found: true,
    removable: true,
    canModerate: false,
    canManageModels: false,
    completes: false,
    keepsFiles: false,
  }
}

export interface Broadcasted {
  name: string
  payload: unknown
}

/** Opens real speech to text: SQLite, files, HTTP. */
export function openSpeech(options: TestSpeechOptions = {}) {
  const { folder = temporaryFolder(), providers = {}, timeoutMilliseconds } = options
  const preferences: SpeechPreferences = {
    ...defaultSpeechPreferences,
    engine: { providerId: 'fake', modelId: 'gpt-transcribe' },
    ...options.preferences,
  }
  const events: Broadcasted[] = []
  const logged: string[] = []
  const broadcast: Broadcast<typeof speech> = (name, payload) => events.push({ name, payload })
  const fetch = createTransport()
  const redact = (text: string): string => text
  const lookup: ProviderLookup = async (id) =>
    createOpenAiCompatible({
      id,
      name: id,
      baseUrl: providers[id] ?? 'http://127.0.0.1:9/v1',
      key: null,
      fetch,
      redact,
      maxRetries: 0,
      ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
    })
  const files = createRecordingFiles(join(folder, 'recordings'))
  const engines = createEngines({
    providers: async () => ['fake', ...Object.keys(providers)].map(providerState),
    models: async () => [],
    lookup,
    fetch,
    redact,
    servers: () => preferences.servers,
    broadcast,
    ...(options.answerMilliseconds !== undefined && {
      answerMilliseconds: options.answerMilliseconds,
    }),
  })
  const database = openDatabase({ path: historyPath(folder), migrations })
  const { silenceMilliseconds, graceMilliseconds, now } = options
  const { recordings, handlers, close } = createSpeechInHistory(database, {
    files,
    engines,
    preferences: () => preferences,
    locale: () => 'en-US',
    broadcast,
    log: (message, error) => logged.push(`${message}: ${String(error)}`),
    ...(silenceMilliseconds !== undefined && { silenceMilliseconds }),
    ...(graceMilliseconds !== undefined && { graceMilliseconds }),
    ...(now && { now }),
    ...(options.maxSamples !== undefined && { maxSamples: options.maxSamples }),
  })
  let isOpen = true
  function shut(): void {
    if (!isOpen) return
    isOpen = false
    close()
    database.close()
  }
  onTestFinished(shut)
  return {
    folder,
    preferences,
    events,
    logged,
    files,
    engines,
    database,
    recordings,
    handlers,
    shut,
  }
}

export type TestSpeech = ReturnType<typeof openSpeech>

/** Returns this much sound, a tone for speech or silence; its samples show where it was cut out. */
export function sound(seconds: number, loudness = 0.3): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) =>
    Math.round(loudness * 32_767 * Math.sin((index * 2 * Math.PI * 220) / sampleRate)),
  )
  return new Uint8Array(samples.buffer)
}

/** Records this much in one piece. */
export async function record(
  { recordings }: TestSpeech,
  seconds: number,
): Promise<{ recording: Recording; samples: number }> {
  const recording = await recordings.begin({ purpose: 'voiceInput' })
  await recordings.append(recording.id, 0, sound(seconds))
  return { recording, samples: seconds * sampleRate }
}
