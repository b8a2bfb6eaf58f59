import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method } from './ipc/define.ts'
import { locales } from './languages.ts'
import { modelReferenceSchema } from './models.ts'
import { recordingIdSchema } from './speech.ts'

/** An accelerator as Electron writes them: `CmdOrCtrl+Shift+D`, or one key such as `F9`. */
const acceleratorSchema = z.string().min(1).max(100)

export const hotkeys = [
  /** Press to start, press again to stop. */
  'toggle',
  /** Held down while one talks. */
  'hold',
  /** Reads the selection of the app in front. */
  'readSelection',
] as const
export type Hotkey = (typeof hotkeys)[number]

/** Why keys can't be a hotkey. */
export const hotkeyConflicts = [
  /** Another app or the system has them, or does not let them go. */
  'system',
  /** Parley's own window uses them. */
  'parley',
  /** Another hotkey of Parley's. */
  'hotkey',
  /** They would be missed for typing, or this system can't hear them. */
  'unsuitable',
] as const
export type HotkeyConflict = (typeof hotkeyConflicts)[number]

/** Where the text goes. */
export const insertions = [
  /** Through the clipboard and the paste key; the clipboard is put back. */
  'paste',
  /** Key by key. */
  'type',
  /** Into the clipboard only. */
  'copy',
  'composer',
  'newChat',
] as const
export type Insertion = (typeof insertions)[number]

/** What a model does to the text before it is inserted. */
export const cleanUpModes = [
  'none',
  /** Punctuation and fillers. */
  'plain',
  'mail',
  'code',
  'notes',
] as const
export type CleanUpMode = (typeof cleanUpModes)[number]

export const dictationPreferencesSchema = z.object({
  /** Null where there is none. */
  hotkeys: z.record(z.enum(hotkeys), acceleratorSchema.nullable()),
  insertion: z.enum(insertions),
  /** Two short tones, at the start and at the end. */
  sounds: z.boolean(),
  /** The mode where no app of `modes` is in front. */
  cleanUp: z.enum(cleanUpModes),
  /** What cleans up; null is the default model. */
  cleanUpModel: modelReferenceSchema.nullable(),
  /** Modes by app: its window's class or bundle id, in lower case. */
  modes: z.record(z.string().max(200), z.enum(cleanUpModes)),
  /** The language that the text is translated into; null leaves it as it was spoken. */
  translateInto: z.enum(locales).nullable(),
  /** Whether hotkeys go on working when the main window is closed. */
  keepRunning: z.boolean(),
})
export type DictationPreferences = z.infer<typeof dictationPreferencesSchema>

export const defaultDictationPreferences: DictationPreferences = {
  // A key of the whole system is taken only when the user says so.
  hotkeys: { toggle: null, hold: null, readSelection: null },
  insertion: 'paste',
  sounds: true,
  cleanUp: 'none',
  cleanUpModel: null,
  modes: {},
  translateInto: null,
  keepRunning: false,
}

export const dictationStates = [
  'idle',
  'listening',
  'transcribing',
  'cleaning',
  /** See `outcome`. */
  'done',
  /** See `error`; the recording is kept. */
  'failed',
  /** `text` is what was selected in the app in front, and is read aloud. */
  'reading',
] as const

/** Where the text went in the end. */
export const insertionOutcomes = [
  'pasted',
  'typed',
  'copied',
  'sentToParley',
  /** Nothing could be inserted: the text waits in the clipboard. */
  'waitsInClipboard',
  /** Nobody spoke. */
  'empty',
  /** The key to talk was let go before anything could be said. */
  'tooShort',
  /** There was nothing to read aloud. */
  'nothingSelected',
] as const
export type InsertionOutcome = (typeof insertionOutcomes)[number]

/** What the overlay shows. */
export const dictationStateSchema = z.object({
  state: z.enum(dictationStates),
  recordingId: recordingIdSchema.nullable(),
  /** When the microphone was opened, in milliseconds since 1970. */
  startedAt: z.number().int().nonnegative().nullable(),
  /** What was transcribed so far, or is read. */
  text: z.string(),
  outcome: z.enum(insertionOutcomes).nullable(),
  /** The model that should have cleaned up did not: the text is as it was spoken. */
  cleanUpFailed: z.boolean(),
  /** The microphone went away while someone spoke: there is only what was said until then. */
  microphoneLost: z.boolean(),
  error: errorSchema.nullable(),
})
export type DictationState = z.infer<typeof dictationStateSchema>

export const systemAspects = [
  'toggleHotkey',
  'holdHotkey',
  'readHotkey',
  'microphone',
  'insertion',
  'clipboard',
  'overlay',
  'keychain',
] as const

/** Whether a part of dictation works on this system, and what mends it. */
export const systemFindingSchema = z.object({
  aspect: z.enum(systemAspects),
  works: z.boolean(),
  /** Names a text of the interface; null where it works. */
  reason: z
    .enum([
      'accessibilityDenied',
      'microphoneDenied',
      'microphoneMissing',
      'programMissing',
      'waylandPortalMissing',
      'hotkeyTaken',
      'releaseUnheard',
      'keychainMissing',
      'keychainLocked',
      'notSupported',
      /** Nothing is wrong: the user has chosen no keys. */
      'notSet',
    ])
    .nullable(),
  fix: z
    .enum([
      'openSystemSettings',
      'installProgram',
      'changeHotkey',
      'setHotkey',
      'unlockKeychain',
      'lookAgain',
    ])
    .nullable(),
  /** What the fix is about: a program, a hotkey. */
  subject: z.string().max(200).nullable(),
  /** What the user can run themselves: in a terminal, or at a key of the desktop's. */
  command: z.string().max(10_000).nullable(),
})
export type SystemFinding = z.infer<typeof systemFindingSchema>

const nothing = z.object({})

const recordingInput = z.object({ recordingId: recordingIdSchema })

/**
 * Dictation into any app. Main hears the hotkeys and says by `changed` what is to be done; the
 * overlay's page records and finishes the recording, whose text main then inserts.
 */
export const dictation = {
  state: method(nothing, dictationStateSchema),
  /** As the toggle hotkey does: begins, or stops listening. */
  toggle: method(nothing, dictationStateSchema),
  /** Gives up what runs, or takes the overlay away. A text that is whole stays in the history. */
  cancel: method(nothing, nothing),
  /** Transcribes and inserts again what has failed. Errors: conflict where nothing has. */
  retry: method(nothing, dictationStateSchema),

  /** The overlay records. Errors: conflict where nobody asked for it any more. */
  began: method(recordingInput, nothing),
  /** The microphone is gone; what was said until then goes to its end. */
  lost: method(recordingInput, nothing),
  /** The overlay can't record, or could not go on. */
  broke: method(z.object({ error: errorSchema }), nothing),

  /** The overlay has read all, or could not read on. */
  readingEnded: method(z.object({ error: errorSchema.nullable() }), nothing),

  /** What works here. */
  report: method(nothing, z.array(systemFindingSchema)),
  /** Does what a finding offers. */
  fix: method(z.object({ aspect: z.enum(systemAspects) }), nothing),
  /** Sets or clears a hotkey; a conflict leaves the old one. */
  setHotkey: method(
    z.object({ hotkey: z.enum(hotkeys), accelerator: acceleratorSchema.nullable() }),
    z.object({ conflict: z.enum(hotkeyConflicts).nullable() }),
  ),
  /** Lets all hotkeys go while one is being chosen, so that its keys reach the page. */
  suspendHotkeys: method(z.object({ suspended: z.boolean() }), nothing),

  /** What waits for the composer, once; null where nothing does. */
  takeText: method(nothing, z.object({ text: z.string(), newChat: z.boolean() }).nullable()),

  /** Brings the main window forth, with the settings of microphone and engine. */
  openSettings: method(nothing, nothing),
  /** Whether that was asked for; it is answered with yes once. */
  takeSettings: method(nothing, z.object({ wanted: z.boolean() })),

  changed: event(dictationStateSchema),
  /** A text waits for the composer of the main window, which takes it. */
  textWaits: event(nothing),
  /** The main window is to show the settings, and takes that order. */
  settingsWanted: event(nothing),
}
