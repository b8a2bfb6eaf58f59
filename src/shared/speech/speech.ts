import { z } from 'zod'
import { maxPieceBytes, maxRecordingSamples, maxSegmentSamples } from './audio.ts'
import { errorSchema } from '../errorSchema.ts'
import {
  maxImportLength,
  maxRecordingsPerPage,
  maxReplacementLength,
  maxTranscriptLength,
  maxWordLength,
  maxWords,
} from '../limits.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { locales } from '../languages.ts'
import { modelReferenceSchema } from '../models.ts'
import { addressSchema } from '../providers.ts'
import { timeSchema } from '../timeSchema.ts'

/** The spoken language. `automatic` lets the engine detect it. */
const spokenLanguageSchema = z.enum(['automatic', ...locales])
export type SpokenLanguage = z.infer<typeof spokenLanguageSchema>

/** The language of the text: the spoken language, or English by translation. */
const transcriptionTasks = ['transcribe', 'translate'] as const
export type TranscriptionTask = (typeof transcriptionTasks)[number]

const samplesSchema = z.number().int().nonnegative().max(maxRecordingSamples)

/** A speech-to-text engine: a model of a provider or of a speech server. */
const engineSchema = modelReferenceSchema.extend({
  /** The display name of the provider or server. */
  provider: z.string(),
  name: z.string(),
  /** True if no data leaves this machine. */
  local: z.boolean(),
  /** True if it can translate any language into English. */
  translates: z.boolean(),
  /** True if it accepts vocabulary as a prompt. */
  takesPrompt: z.boolean(),
})
export type Engine = z.infer<typeof engineSchema>

/**
 * A speech-to-text server from the table of known servers, or at an address that the user entered.
 */
export const speechServerSchema = z.object({
  /** The id, which is also the `providerId` of its engines. */
  id: z.enum(['whispercpp', 'speaches']),
  /** With `/v1` for Speaches, without it for whisper.cpp. */
  baseUrl: addressSchema,
  enabled: z.boolean(),
})
export type SpeechServer = z.infer<typeof speechServerSchema>

export const speechPreferencesSchema = z.object({
  language: spokenLanguageSchema,
  /** The engine for transcription; null means the first available one, local engines first. */
  engine: modelReferenceSchema.nullable(),
  /** The `deviceId` of the microphone; null means the system's default. */
  microphone: z.string().max(500).nullable(),
  /**
   * The days for which recordings are kept: 0 deletes each after transcription, null keeps them
   * forever.
   */
  historyDays: z.number().int().min(0).max(3650).nullable(),
  /** The largest number of recordings to keep. */
  historyCount: z.number().int().min(1).max(100_000),
  /** With the user's consent, Parley suggests words they correct for the vocabulary. */
  learnVocabulary: z.boolean(),
  /** Speech servers at addresses other than their defaults, and servers that are switched off. */
  servers: z.array(speechServerSchema).max(10),
})
export type SpeechPreferences = z.infer<typeof speechPreferencesSchema>

export const defaultSpeechPreferences: SpeechPreferences = {
  language: 'automatic',
  engine: null,
  microphone: null,
  historyDays: 30,
  historyCount: 500,
  learnVocabulary: false,
  servers: [],
}

export const recordingIdSchema = z.uuid()

const recordingStates = [
  /** Sound is arriving. `text` is the transcript so far. */
  'recording',
  /** The speaker has stopped. The last segments are still being transcribed. */
  'transcribing',
  /** `text` is complete; empty if nobody spoke. */
  'done',
  /** Transcription failed with `error`. The sound is kept, and `transcribe` tries again. */
  'failed',
  /** Parley or its window closed during recording. `transcribe` produces the text. */
  'interrupted',
] as const
export type RecordingState = (typeof recordingStates)[number]

const recordingPurposes = ['voiceInput', 'dictation', 'handsFree'] as const
export type RecordingPurpose = (typeof recordingPurposes)[number]

/**
 * A recording in the history. The app serves its sound to the page at `/recordings/<id>` as WAV.
 */
export const recordingSchema = z.object({
  id: recordingIdSchema,
  purpose: z.enum(recordingPurposes),
  state: z.enum(recordingStates),
  createdAt: timeSchema,
  /** The length so far in samples, at `sampleRate` samples a second. */
  samples: samplesSchema,
  language: spokenLanguageSchema,
  task: z.enum(transcriptionTasks),
  /** The engine that was used last; null if none was. */
  engine: modelReferenceSchema.nullable(),
  /** The transcript, in order, with the vocabulary's replacements applied. */
  text: z.string().max(maxTranscriptLength),
  /** The edited text, such as after a clean-up; null if the transcript was used unchanged. */
  finalText: z.string().max(maxTranscriptLength).nullable(),
  error: errorSchema.nullable(),
})
export type Recording = z.infer<typeof recordingSchema>

/** A word that a transcription should recognise, or a replacement for something heard. */
export const vocabularyEntrySchema = z.object({
  id: z.uuid(),
  /** Null applies to every language. */
  language: z.enum(locales).nullable(),
  /** The spoken word. */
  word: z.string().trim().min(1).max(maxWordLength),
  /** The written form; null if it is the word itself. */
  replacement: z.string().max(maxReplacementLength).nullable(),
})
export type VocabularyEntry = z.infer<typeof vocabularyEntrySchema>

/** A correction by the user that Parley suggests for the vocabulary. */
const suggestionSchema = z.object({
  id: z.uuid(),
  language: z.enum(locales).nullable(),
  heard: z.string(),
  corrected: z.string(),
  /** The number of times the user made this correction. */
  count: z.number().int().positive(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

const recordingInput = z.object({ id: recordingIdSchema })

/**
 * Speech to text. A client begins a recording, sends pieces of sound and marks of speech, and
 * finishes it. Each piece is on disk before its call returns. Main transcribes each marked segment
 * while the speaker continues.
 */
export const speech = {
  /**
   * Begins a recording. Missing fields take their values from the settings. Errors: diskFull,
   * folderReadOnly, recordingsFull, tooManyAtOnce if too many recordings are running.
   */
  begin: method(
    z.object({
      purpose: z.enum(recordingPurposes),
      language: spokenLanguageSchema.optional(),
      task: z.enum(transcriptionTasks).optional(),
      engine: modelReferenceSchema.optional(),
    }),
    recordingSchema,
  ),
  /**
   * Appends the next piece of sound. `offset` is the index of its first sample, so that a piece
   * sent twice is written once. Errors: badInput for a gap, recordingMissing after the end,
   * diskFull.
   */
  append: method(
    z.object({
      id: recordingIdSchema,
      offset: samplesSchema,
      pcm: z
        .instanceof(Uint8Array)
        .refine(
          ({ byteLength }) => byteLength <= maxPieceBytes && byteLength % 2 === 0,
          'Not whole samples, or too many for one call',
        ),
    }),
    nothing,
  ),
  /**
   * Marks speech from `start` to before `end`, in samples. Marks are in order and do not overlap.
   * Sound outside the marks is treated as silence and never sent. Errors: badInput,
   * recordingMissing, tooManyAtOnce.
   */
  mark: method(
    z
      .object({ id: recordingIdSchema, start: samplesSchema, end: samplesSchema })
      .refine(({ start, end }) => end > start && end - start <= maxSegmentSamples),
    nothing,
  ),
  /**
   * Ends the recording. Resolves when all marks are transcribed: `done`, or `failed` with its
   * `error`. `unmarked` tells main to detect speech itself, for pages that could not. Errors:
   * recordingMissing.
   */
  finish: method(recordingInput.extend({ unmarked: z.boolean().default(false) }), recordingSchema),
  /** Stops the recording and deletes it. */
  cancel: method(recordingInput, nothing),
  /**
   * Transcribes a recording again, or one that was interrupted, with the given engine or that of
   * the settings. Resolves as `finish` does. Errors: recordingMissing; conflict while the recording
   * is running.
   */
  transcribe: method(
    recordingInput.extend({ engine: modelReferenceSchema.optional() }),
    recordingSchema,
  ),
  get: method(recordingInput, recordingSchema),
  /** Returns a page of the history, newest first. `before` is the last id of the previous page. */
  list: method(
    z.object({
      before: recordingIdSchema.nullable(),
      limit: z.number().int().min(1).max(maxRecordingsPerPage),
    }),
    z.array(recordingSchema),
  ),
  /** Deletes a recording with its sound. Cancels a running one. */
  remove: method(recordingInput, nothing),
  /** Deletes the whole history except running recordings. */
  clear: method(nothing, nothing),

  /** Returns the available engines. `refresh` looks for servers and lists models again. */
  engines: method(z.object({ refresh: z.boolean() }), z.array(engineSchema)),

  /** Returns the whole vocabulary, sorted by word. */
  vocabulary: method(nothing, z.array(vocabularyEntrySchema)),
  /**
   * Adds an entry, or replaces the one with the same id. Errors: badInput if the vocabulary is
   * full.
   */
  saveWord: method(
    vocabularyEntrySchema.extend({ id: z.uuid().nullable() }),
    vocabularyEntrySchema,
  ),
  removeWords: method(z.object({ ids: z.array(z.uuid()).max(maxWords) }), nothing),
  /**
   * Adds one entry per line: `word` or `heard => written` (also with a tab, `→`, or a comma as in
   * CSV). Skips existing entries. Errors: badInput if the vocabulary is full.
   */
  importWords: method(
    z.object({
      text: z.string().max(maxImportLength),
      language: z.enum(locales).nullable(),
    }),
    z.object({ added: z.number().int(), skipped: z.number().int() }),
  ),
  /**
   * Learns from the user's correction of `before` to `after`. Does nothing without their consent
   * (`learnVocabulary`).
   */
  learn: method(
    z.object({
      before: z.string().max(maxTranscriptLength),
      after: z.string().max(maxTranscriptLength),
      language: z.enum(locales).nullable(),
    }),
    nothing,
  ),
  /** Returns corrections made at least twice, the most frequent first. */
  suggestions: method(nothing, z.array(suggestionSchema)),
  /** Adds the suggestion to the vocabulary, or discards it permanently. */
  answerSuggestion: method(z.object({ id: z.uuid(), accept: z.boolean() }), nothing),

  /**
   * The state or text of a recording changed. A running one sends this for each new piece of text.
   */
  recordingChanged: event(recordingSchema),
  recordingRemoved: event(recordingInput),
  vocabularyChanged: event(nothing),
  /** Speech servers appeared or disappeared. */
  enginesChanged: event(nothing),
}
