import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { speech } from '../../shared/speech/speech.ts'
import type { Database } from '../storage/connection.ts'
import { createSpeechHandlers } from './handlers.ts'
import { createRecordings } from './recordings/recordings.ts'
import type { Recordings, RecordingsDependencies } from './recordings/recordings.ts'
import type { Engines } from './transcription/engines.ts'
import { createVocabulary } from './vocabulary/vocabulary.ts'

/** Speech to text on an open history. */
export interface SpeechInHistory {
  handlers: FeatureHandlers<typeof speech>
  recordings: Recordings
  /** Marks running recordings as interrupted. The history must still be open. */
  close: () => void
}

export type SpeechDependencies = Omit<
  RecordingsDependencies,
  'database' | 'vocabulary' | 'engines'
> & {
  engines: Engines
}

export function createSpeechInHistory(
  database: Database,
  dependencies: SpeechDependencies,
): SpeechInHistory {
  const { engines, preferences, broadcast } = dependencies
  const mayLearn = () => preferences().learnVocabulary
  const vocabulary = createVocabulary({ database, broadcast, mayLearn })
  const recordings = createRecordings({ ...dependencies, database, vocabulary })
  return {
    handlers: createSpeechHandlers({ recordings, engines, vocabulary }),
    recordings,
    close: recordings.stopAll,
  }
}
