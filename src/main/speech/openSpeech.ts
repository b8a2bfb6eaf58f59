import { join } from 'node:path'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { speech as speechFeature } from '../../shared/speech/speech.ts'
import type { Recording, SpeechPreferences } from '../../shared/speech/speech.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { Providers } from '../providers/providers.ts'
import { createTransport } from '../providers/transport/transport.ts'
import { patient } from '../storage/waitForLock.ts'
import { createRecordingFiles } from './recordings/recordingFiles.ts'
import type { Recordings } from './recordings/recordings.ts'
import { serveRecording } from './recordings/serveRecording.ts'
import { createSpeechInHistory } from './speechInHistory.ts'
import { createEngines } from './transcription/engines.ts'
import type { EngineProblem } from './transcription/engines.ts'

type SpeechFeature = typeof speechFeature
type FinishListener = (id: string, finishing: Promise<Recording>) => void

export interface SpeechOptions {
  providers: Pick<Providers, 'list' | 'lookup' | 'models'>
  preferences: () => SpeechPreferences
  redact: (text: string) => string
}

export interface OpenSpeech extends OpenFeature<SpeechFeature> {
  /** Returns the recordings of the open history. */
  recordings: () => Recordings | undefined
  /** Resolves to what keeps the engine of the settings from being used; null if nothing does. */
  engineProblem: () => Promise<EngineProblem | null>
  /**
   * Registers a listener for each recording that the page finishes, with a promise of its result.
   */
  onFinish: (listener: FinishListener) => void
}

/** Opens speech to text: recordings, engines and the vocabulary. */
export function openSpeech(context: FeatureContext, options: SpeechOptions): OpenSpeech {
  const { folder, locale, log, history } = context
  const { providers, preferences, redact } = options
  const broadcast = context.createBroadcast('speech', speechFeature)
  const files = createRecordingFiles(join(folder, 'recordings'))
  const listeners: FinishListener[] = []
  const engines = createEngines({
    providers: providers.list,
    models: async (refresh) => (await providers.models(refresh, 'transcribe')).models,
    lookup: providers.lookup,
    fetch: createTransport(),
    redact,
    servers: () => preferences().servers,
    broadcast,
  })
  const current = history.add({
    open(database) {
      const opened = createSpeechInHistory(database, {
        files,
        engines,
        preferences,
        locale,
        broadcast,
        log,
      })
      return { ...opened, handlers: tellingOfFinish(patient(opened.handlers), listeners) }
    },
  })
  return {
    handlers: () => current()?.handlers,
    recordings: () => current()?.recordings,
    engineProblem: () => engines.problem(preferences().engine),
    onFinish: (listener) => void listeners.push(listener),
    files: {
      place: 'recordings',
      name: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      serve: (id, range) => serveRecording(files, id, range),
    },
  }
}

function tellingOfFinish(
  handlers: FeatureHandlers<SpeechFeature>,
  listeners: readonly FinishListener[],
): FeatureHandlers<SpeechFeature> {
  return {
    ...handlers,
    finish(input, caller) {
      const finishing = Promise.resolve(handlers.finish(input, caller))
      for (const listener of listeners) listener(input.id, finishing)
      return finishing
    },
  }
}
