import { z } from 'zod'
import { pieceBytesMaximum, recordingSamplesMaximum, segmentSamplesMaximum } from './audio.ts'
import { errorSchema } from './errorSchema.ts'
import { event, method } from './ipc/define.ts'
import { locales } from './languages.ts'
import { modelReferenceSchema } from './models.ts'

export const transcriptLengthMaximum = 1_000_000
export const recordingsPageMaximum = 100
export const wordLengthMaximum = 100
export const replacementLengthMaximum = 1000
export const wordsMaximum = 5000
export const importLengthMaximum = 1_000_000

/** What is spoken; `automatic` lets the engine find out. */
export const spokenLanguageSchema = z.enum(['automatic', ...locales])
export type SpokenLanguage = z.infer<typeof spokenLanguageSchema>

/** Whether the text is in the language that was spoken, or in English. */
export const transcriptionTasks = ['transcribe', 'translate'] as const
export type TranscriptionTask = (typeof transcriptionTasks)[number]

/** Milliseconds since 1970, UTC. */
const timeSchema = z.number().int().nonnegative()
const samplesSchema = z.number().int().nonnegative().max(recordingSamplesMaximum)

/** What can turn speech into text: a model of a provider, or of a speech server found here. */
export const engineSchema = modelReferenceSchema.extend({
  /** Display name of the provider or server. */
  provider: z.string(),
  name: z.string(),
  /** True where no byte leaves this machine. */
  local: z.boolean(),
  /** Whether it can give English for any other language. */
  translates: z.boolean(),
  /** Whether it takes vocabulary. */
  takesPrompt: z.boolean(),
})
export type Engine = z.infer<typeof engineSchema>

/** A server that only does speech, in the table or at an address of the user's. */
export const speechServerSchema = z.object({
  /** Also the `providerId` of its engines. */
  id: z.enum(['whispercpp', 'speaches']),
  /** With `/v1` for speaches, without for whisper.cpp. */
  baseUrl: z.string().max(2000),
  enabled: z.boolean(),
})
export type SpeechServer = z.infer<typeof speechServerSchema>

export const speechPreferencesSchema = z.object({
  language: spokenLanguageSchema,
  /** What transcribes; null takes the first that there is, one on this machine before others. */
  engine: modelReferenceSchema.nullable(),
  /** The `deviceId` of the microphone; null is the system's own choice. */
  microphone: z.string().max(500).nullable(),
  /** How long recordings are kept: 0 deletes each once it is text, null keeps them for ever. */
  historyDays: z.number().int().min(0).max(3650).nullable(),
  /** How many recordings are kept at most. */
  historyCount: z.number().int().min(1).max(100_000),
  /** With the user's consent: words that they correct are put forward for the vocabulary. */
  learnVocabulary: z.boolean(),
  /** Where speech servers listen, if not where they do by themselves; or that one is not asked. */
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

export const recordingStates = [
  /** Sound is coming; `text` is what has been transcribed so far. */
  'recording',
  /** The speaker has stopped; the last segments are still being transcribed. */
  'transcribing',
  /** `text` is whole; empty where nobody spoke. */
  'done',
  /** See `error`; the sound is kept, and `transcribe` tries again. */
  'failed',
  /** Parley or its window went away while it ran; `transcribe` makes the text. */
  'interrupted',
] as const
export type RecordingState = (typeof recordingStates)[number]

export const recordingPurposes = ['composer', 'dictation', 'live'] as const
export type RecordingPurpose = (typeof recordingPurposes)[number]

/** A recording of the history. Its sound is served to the page at `/recordings/<id>`, as WAV. */
export const recordingSchema = z.object({
  id: recordingIdSchema,
  purpose: z.enum(recordingPurposes),
  state: z.enum(recordingStates),
  createdAt: timeSchema,
  /** Length so far; a second has `sampleRate` of them. */
  samples: samplesSchema,
  language: spokenLanguageSchema,
  task: z.enum(transcriptionTasks),
  /** What was asked last; null while no engine was. */
  engine: modelReferenceSchema.nullable(),
  /** What was said, in order, with the replacements of the vocabulary. */
  text: z.string().max(transcriptLengthMaximum),
  /** What became of the text, such as a clean-up; null where it is used as it is. */
  finalText: z.string().max(transcriptLengthMaximum).nullable(),
  error: errorSchema.nullable(),
})
export type Recording = z.infer<typeof recordingSchema>

/** Words that a transcription shall know, or what is written instead of something heard. */
export const vocabularyEntrySchema = z.object({
  id: z.uuid(),
  /** Null for every language. */
  language: z.enum(locales).nullable(),
  /** What is said. */
  word: z.string().trim().min(1).max(wordLengthMaximum),
  /** What is written for it; null where it is the word itself. */
  replacement: z.string().max(replacementLengthMaximum).nullable(),
})
export type VocabularyEntry = z.infer<typeof vocabularyEntrySchema>

/** A correction that the user has made, put forward for the vocabulary. */
export const suggestionSchema = z.object({
  id: z.uuid(),
  language: z.enum(locales).nullable(),
  heard: z.string(),
  corrected: z.string(),
  /** How often it was corrected like this. */
  count: z.number().int().positive(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

const nothing = z.object({})
const recordingInput = z.object({ id: recordingIdSchema })

/**
 * Recordings are begun, fed with pieces of sound and marks of where someone speaks, and finished.
 * Every piece is on the disk before its call returns; each marked segment is transcribed while
 * the speaker goes on.
 */
export const speech = {
  /**
   * Begins a recording. What is left out is as the settings say. Errors: diskFull,
   * folderReadOnly, recordingsFull, tooManyCalls where several run already.
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
   * The next piece of sound; `offset` is the sample that it begins with, so that a piece that
   * comes twice is written once. Errors: badInput for a gap, recordingMissing once it is over,
   * diskFull.
   */
  append: method(
    z.object({
      id: recordingIdSchema,
      offset: samplesSchema,
      pcm: z
        .instanceof(Uint8Array)
        .refine(
          ({ byteLength }) => byteLength <= pieceBytesMaximum && byteLength % 2 === 0,
          'Not whole samples, or too many for one call',
        ),
    }),
    nothing,
  ),
  /**
   * Someone spoke from `start` to before `end`, in samples. Marks come in order and don't
   * overlap. What no mark covers is silence and never sent. Errors: badInput, recordingMissing,
   * tooManyCalls.
   */
  mark: method(
    z
      .object({ id: recordingIdSchema, start: samplesSchema, end: samplesSchema })
      .refine(({ start, end }) => end > start && end - start <= segmentSamplesMaximum),
    nothing,
  ),
  /**
   * The speaker has stopped. Resolves with the text of all marks as soon as the last is there:
   * `done`, or `failed` with its `error`. With `unmarked`, where nobody could find out when
   * someone spoke, main looks for it in the sound. Errors: recordingMissing.
   */
  finish: method(recordingInput.extend({ unmarked: z.boolean().default(false) }), recordingSchema),
  /** Stops and deletes it: the user wants none of it. */
  cancel: method(recordingInput, nothing),
  /**
   * Makes the text (again), by the given engine or that of the settings; also for what was
   * interrupted. Resolves as `finish` does. Errors: recordingMissing; conflict while it runs.
   */
  transcribe: method(
    recordingInput.extend({ engine: modelReferenceSchema.optional() }),
    recordingSchema,
  ),
  get: method(recordingInput, recordingSchema),
  /** The history, newest first: `before` is the last id of the page before. */
  list: method(
    z.object({
      before: recordingIdSchema.nullable(),
      limit: z.number().int().min(1).max(recordingsPageMaximum),
    }),
    z.array(recordingSchema),
  ),
  /**
   * What became of the text, such as a clean-up or the user's correction. Errors:
   * recordingMissing, conflict while it runs.
   */
  setFinalText: method(
    recordingInput.extend({ finalText: z.string().max(transcriptLengthMaximum) }),
    recordingSchema,
  ),
  /** Deletes it with its sound. A running one is cancelled. */
  remove: method(recordingInput, nothing),
  /** Deletes the whole history but what runs now. */
  clear: method(nothing, nothing),

  /** What can transcribe now. `refresh` looks for servers and asks for models anew. */
  engines: method(z.object({ refresh: z.boolean() }), z.array(engineSchema)),

  /** All of the vocabulary, in the order of its words. */
  vocabulary: method(nothing, z.array(vocabularyEntrySchema)),
  /** Adds an entry, or changes the one of its id. Errors: badInput where there are enough. */
  saveWord: method(
    vocabularyEntrySchema.extend({ id: z.uuid().nullable() }),
    vocabularyEntrySchema,
  ),
  removeWords: method(z.object({ ids: z.array(z.uuid()).max(wordsMaximum) }), nothing),
  /**
   * Adds many: a line each, `word` or `heard => written` (also with a tab or `→`, or as CSV with
   * a comma). What is there already is left alone. Errors: badInput where there are enough.
   */
  importWords: method(
    z.object({
      text: z.string().max(importLengthMaximum),
      language: z.enum(locales).nullable(),
    }),
    z.object({ added: z.number().int(), skipped: z.number().int() }),
  ),
  /**
   * The user has made `after` of what was transcribed as `before`. Does nothing without their
   * consent (`learnVocabulary`).
   */
  learn: method(
    z.object({
      before: z.string().max(transcriptLengthMaximum),
      after: z.string().max(transcriptLengthMaximum),
      language: z.enum(locales).nullable(),
    }),
    nothing,
  ),
  /** Corrections made at least twice, the most frequent first. */
  suggestions: method(nothing, z.array(suggestionSchema)),
  /** Puts the suggestion into the vocabulary, or does away with it for good. */
  answerSuggestion: method(z.object({ id: z.uuid(), accept: z.boolean() }), nothing),

  /** A recording has another state or text; of a running one, with each new piece of text. */
  recordingChanged: event(recordingSchema),
  recordingRemoved: event(recordingInput),
  vocabularyChanged: event(nothing),
  /** Servers were found or went away. */
  enginesChanged: event(nothing),
}
