import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { locales } from '../languages.ts'
import { maxAppIdLength } from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'
import { recordingIdSchema } from './speech.ts'
import { timeSchema } from '../timeSchema.ts'

/** An Electron accelerator: `CmdOrCtrl+Shift+D`, or a single key such as `F9`. */
const acceleratorSchema = z.string().min(1).max(100)

export const hotkeys = [
  /** Starts dictation when pressed, and stops it when pressed again. */
  'toggle',
  /** Dictates while it is held down. */
  'hold',
  /** Reads the selection of the frontmost app aloud. */
  'readSelection',
] as const
export type Hotkey = (typeof hotkeys)[number]

/** The reasons why an accelerator can't be used as a hotkey. */
const hotkeyConflicts = [
  /** Another app or the system uses the hotkey, or does not release it. */
  'system',
  /** Parley's own window uses it. */
  'parley',
  /** Another hotkey of Parley uses the same keys. */
  'hotkey',
  /** It is needed for typing, or this system can't detect it. */
  'unsuitable',
  /** The library that hears held keys can't be loaded, or there is none for this processor. */
  'listenerMissing',
] as const
export type HotkeyConflict = (typeof hotkeyConflicts)[number]

/** The target of the text. */
const insertions = [
  /** Pastes through the clipboard, then restores the clipboard. */
  'paste',
  /** Types key by key. */
  'type',
  /** Copies to the clipboard only. */
  'copy',
  'composer',
  'newChat',
] as const
export type Insertion = (typeof insertions)[number]

/** The ways in which a model edits the text before it is inserted. */
const cleanUpModes = [
  'none',
  /** Adds punctuation and removes fillers. */
  'plain',
  'mail',
  'code',
  'notes',
] as const
export type CleanUpMode = (typeof cleanUpModes)[number]

export const dictationPreferencesSchema = z.object({
  /** The accelerator of each hotkey; null if it has none. */
  hotkeys: z.record(z.enum(hotkeys), acceleratorSchema.nullable()),
  insertion: z.enum(insertions),
  /** Plays two short tones, one at the start and one at the end. */
  sounds: z.boolean(),
  /** The mode used if `modes` has no entry for the frontmost app. */
  cleanUp: z.enum(cleanUpModes),
  /** The model that cleans up; null means the default model. */
  cleanUpModel: modelReferenceSchema.nullable(),
  /** The mode for each app. The key is the window class or bundle id in lower case. */
  modes: z.record(z.string().max(maxAppIdLength), z.enum(cleanUpModes)),
  /** The language that the text is translated into; null disables translation. */
  translateInto: z.enum(locales).nullable(),
  /** Keeps hotkeys active while the main window is closed. */
  keepRunning: z.boolean(),
})
export type DictationPreferences = z.infer<typeof dictationPreferencesSchema>

export const defaultDictationPreferences: DictationPreferences = {
  // Parley takes a system-wide key only when the user sets one.
  hotkeys: { toggle: null, hold: null, readSelection: null },
  insertion: 'paste',
  sounds: true,
  cleanUp: 'none',
  cleanUpModel: null,
  modes: {},
  translateInto: null,
  keepRunning: false,
}

/** The results of inserting the text. */
const insertionOutcomes = [
  'pasted',
  'typed',
  'copied',
  'sentToParley',
  /** Nothing could be inserted. The text is in the clipboard. */
  'waitsInClipboard',
  /** Only some of the text is in the field. The whole text is in the clipboard. */
  'arrivedInPart',
  /** Another window was in front than at the press of the hotkey. The text is in the clipboard. */
  'windowChanged',
  /** Nobody spoke. */
  'empty',
  /** The hold key was released before anything could be said. */
  'tooShort',
  /** The start-and-stop key was pressed again before anything could be said. */
  'pressedTwice',
  /** Nobody spoke, and the system's default input is no microphone but what the loudspeaker plays. */
  'loudspeakerHeard',
  /** No text was selected. */
  'nothingSelected',
] as const
export type InsertionOutcome = (typeof insertionOutcomes)[number]

/** The recording that main has begun for the dictation. */
const recordingInput = z.object({ recordingId: recordingIdSchema })
/** The transcript, or the text that is read aloud. */
const withText = z.object({ text: z.string() })

/** The state that the overlay shows. Each state has only the fields that mean something in it. */
const dictationStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  /** Main begins the recording. */
  z.object({ state: z.literal('starting') }),
  /** The overlay's page opens the microphone. */
  z.object({ state: z.literal('opening'), ...recordingInput.shape }),
  z.object({
    state: z.literal('listening'),
    ...recordingInput.shape,
    /** The time when the microphone opened. */
    startedAt: timeSchema,
  }),
  z.object({ state: z.literal('transcribing'), ...recordingInput.shape }),
  z.object({ state: z.literal('cleaning'), ...recordingInput.shape, ...withText.shape }),
  z.object({ state: z.literal('inserting'), ...recordingInput.shape, ...withText.shape }),
  z.object({
    state: z.literal('done'),
    ...withText.shape,
    outcome: z.enum(insertionOutcomes),
    /** True if the clean-up model failed. The text is then unchanged. */
    cleanUpFailed: z.boolean(),
    /** True if the microphone disconnected during speech. The text ends there. */
    microphoneLost: z.boolean(),
  }),
  z.object({
    state: z.literal('failed'),
    error: errorSchema,
    /** The kept recording; null if nothing was recorded. */
    recordingId: recordingIdSchema.nullable(),
  }),
  /** Parley reads the selection of the frontmost app aloud. */
  z.object({ state: z.literal('reading'), ...withText.shape }),
])
export type DictationState = z.infer<typeof dictationStateSchema>

export const systemAspects = [
  'recognition',
  'toggleHotkey',
  'holdHotkey',
  'readHotkey',
  'microphone',
  'insertion',
  'clipboard',
  'overlay',
  'keychain',
] as const

/** The state of one part of dictation on this system, with a possible fix. */
const systemFindingSchema = z.object({
  aspect: z.enum(systemAspects),
  works: z.boolean(),
  /** The key of an interface text; null if the part works. */
  reason: z
    .enum([
      'engineMissing',
      /** The chosen engine's provider or server can't be used now. */
      'engineUnusable',
      /** The services have not answered yet. */
      'engineUnknown',
      'accessibilityDenied',
      'microphoneDenied',
      'microphoneMissing',
      'microphoneIsMonitor',
      'programMissing',
      'waylandPortalMissing',
      /** The desktop lets no program press keys. */
      'keysRefused',
      /** The program for Wayland's clipboard is not installed. */
      'clipboardMissing',
      /** Text written to the clipboard can't be read back. */
      'clipboardUnreachable',
      /** Without XWayland no window can stay above others without the focus. */
      'xwaylandMissing',
      'hotkeyTaken',
      'releaseUnheard',
      /** The library that hears held keys can't be loaded. */
      'listenerMissing',
      'keychainMissing',
      'keychainLocked',
      'notSupported',
      /** Nothing is wrong: the user has set no hotkey. */
      'notSet',
    ])
    .nullable(),
  fix: z
    .enum([
      'setUpSpeech',
      'openSystemSettings',
      'installProgram',
      'changeHotkey',
      'setHotkey',
      'unlockKeychain',
      'lookAgain',
    ])
    .nullable(),
  /** The object of the finding: a program, a hotkey or a model. */
  subject: z.string().max(200).nullable(),
  /** A command that the user can run in a terminal or assign to a desktop shortcut. */
  command: z.string().max(10_000).nullable(),
})
export type SystemFinding = z.infer<typeof systemFindingSchema>

/**
 * Dictation into any app. Main detects the hotkeys, begins the recording and announces each step
 * by `changed`. The overlay's page fills the recording; main then inserts the text.
 */
export const dictation = {
  state: method(nothing, dictationStateSchema),
  /** Cancels the current dictation or hides the overlay. A finished text stays in the history. */
  cancel: method(nothing, nothing),
  /**
   * Transcribes and inserts a failed dictation again, for the overlay's page alone, as are the
   * reports below. Errors: forbidden, conflict if none has failed.
   */
  retry: method(nothing, dictationStateSchema),

  /** Puts the text of the dictation that has ended into the clipboard. */
  copy: method(nothing, nothing),

  /** Reports that the overlay has opened the microphone. */
  opened: method(recordingInput, nothing),
  /** Reports that the microphone disconnected. Main transcribes what was recorded until then. */
  lost: method(recordingInput, nothing),
  /** Reports that the overlay can't record, or had to stop recording. */
  broke: method(recordingInput.extend({ error: errorSchema }), nothing),

  /** Reports that the overlay has finished reading aloud, or failed to. */
  readingEnded: method(z.object({ error: errorSchema.nullable() }), nothing),

  /** Returns the state of each part of dictation on this system. */
  report: method(nothing, z.array(systemFindingSchema)),
  /** Applies the fix of a finding. */
  fix: method(z.object({ aspect: z.enum(systemAspects) }), nothing),
  /** Sets or clears a hotkey. Keeps the old one on a conflict. */
  setHotkey: method(
    z.object({ hotkey: z.enum(hotkeys), accelerator: acceleratorSchema.nullable() }),
    z.object({ conflict: z.enum(hotkeyConflicts).nullable() }),
  ),
  /** Releases all hotkeys while the user chooses one, so that the page receives the keys. */
  suspendHotkeys: method(z.object({ suspended: z.boolean() }), nothing),

  /** Returns the text that waits for the composer and clears it; null if there is none. */
  takeText: method(nothing, z.object({ text: z.string(), newChat: z.boolean() }).nullable()),

  /** Opens the main window at the settings of microphone and engine. */
  openSettings: method(nothing, nothing),
  /** Returns the section of the settings that was requested, and clears the request. */
  takeSettings: method(nothing, z.object({ wanted: z.enum(['voice', 'dictation']).nullable() })),

  /** Returns the hotkeys that another program has; Parley tries them again. */
  takenHotkeys: method(nothing, z.array(z.enum(hotkeys))),

  changed: event(dictationStateSchema),
  /** A hotkey was taken by another program, or is free again. */
  takenHotkeysChanged: event(z.array(z.enum(hotkeys))),
  /** A text waits for the composer of the main window, which calls `takeText`. */
  textWaits: event(nothing),
  /** The main window should show the settings; it calls `takeSettings`. */
  settingsWanted: event(nothing),
}
