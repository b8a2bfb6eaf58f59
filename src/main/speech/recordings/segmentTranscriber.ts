import type { Locale } from '../../../shared/languages.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Recording } from '../../../shared/speech/speech.ts'
import type { Engines } from '../transcription/engines.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { withoutControls } from '../withoutControls.ts'
import { isQuiet } from './isQuiet.ts'
import type { RecordingFiles } from './recordingFiles.ts'
import { checkLength, maxSpokenLength } from './recordingLimits.ts'
import type { Segment } from './recordingRow.ts'

export interface SegmentTranscriberDependencies {
  files: Pick<RecordingFiles, 'readWav'>
  engines: Pick<Engines, 'choose' | 'transcribe'>
  vocabulary: Pick<Vocabulary, 'wordsFor' | 'replace'>
  /** Returns the most likely spoken language, if none is set. */
  locale: () => Locale
  /** Returns the engine of the settings; null means the first available one. */
  wanted: () => ModelReference | null
}

/** Transcribes the segments of one recording with a single engine. */
export interface SegmentTranscriber {
  /** Returns the engine, chosen once or again after a failure. Errors: those of `choose`. */
  engine: () => Promise<ModelReference>
  /** Returns the text of a segment, in the vocabulary's spelling. Errors: those of the engine. */
  transcribe: (recording: Recording, segment: Segment, signal: AbortSignal) => Promise<string>
}

export function createSegmentTranscriber({
  files,
  engines,
  vocabulary,
  locale,
  wanted,
}: SegmentTranscriberDependencies): SegmentTranscriber {
  let chosen: Promise<ModelReference> | undefined

  async function engine(): Promise<ModelReference> {
    chosen ??= engines.choose(wanted())
    try {
      const { providerId, modelId } = await chosen
      return { providerId, modelId }
    } catch (error) {
      chosen = undefined
      throw error
    }
  }

  return {
    engine,
    async transcribe({ id, language, task }, { start, end }, signal) {
      const reference = await engine()
      const spoken = language === 'automatic' ? null : language
      const likely = task === 'translate' ? 'en-US' : (spoken ?? locale())
      const wav = await files.readWav(id, start, end)
      const words = vocabulary.wordsFor(likely)
      const request = { wav, locale: spoken, task, words, quiet: isQuiet(wav) }
      const text = await engines.transcribe(reference, request, signal)
      checkLength(text, maxSpokenLength(end - start))
      return withoutControls(vocabulary.replace(text, likely)).trim()
    },
  }
}
