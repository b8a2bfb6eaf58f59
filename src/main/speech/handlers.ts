import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { speech } from '../../shared/speech/speech.ts'
import type { Recordings } from './recordings/recordings.ts'
import type { Engines } from './transcription/engines.ts'
import type { Vocabulary } from './vocabulary/vocabulary.ts'

export interface SpeechDependencies {
  recordings: Recordings
  engines: Engines
  vocabulary: Vocabulary
}

export function createSpeechHandlers({
  recordings,
  engines,
  vocabulary,
}: SpeechDependencies): FeatureHandlers<typeof speech> {
  return {
    begin: (wanted) => recordings.begin(wanted),
    append: async ({ id, offset, pcm }) => {
      await recordings.append(id, offset, pcm)
      return {}
    },
    mark: async ({ id, start, end }) => {
      await recordings.mark(id, start, end)
      return {}
    },
    finish: ({ id, unmarked }) => recordings.finish(id, unmarked),
    cancel: async ({ id }) => {
      await recordings.remove(id)
      return {}
    },
    transcribe: ({ id, engine }) => recordings.transcribe(id, engine),
    get: ({ id }) => recordings.get(id),
    list: (page) => recordings.list(page),
    remove: async ({ id }) => {
      await recordings.remove(id)
      return {}
    },
    clear: async () => {
      await recordings.clear()
      return {}
    },
    engines: ({ refresh }) => engines.list(refresh),
    vocabulary: () => vocabulary.list(),
    saveWord: (entry) => vocabulary.save(entry),
    removeWords: ({ ids }) => {
      vocabulary.remove(ids)
      return {}
    },
    importWords: ({ text, language }) => vocabulary.importWords(text, language),
    learn: (correction) => {
      vocabulary.learn(correction)
      return {}
    },
    suggestions: () => vocabulary.suggestions(),
    answerSuggestion: ({ id, accept }) => {
      vocabulary.answer(id, accept)
      return {}
    },
  }
}
