import type {
  dictation as dictationFeature,
  DictationPreferences,
  Hotkey,
  HotkeyConflict,
  SystemFinding,
} from '../../shared/speech/dictation.ts'
import { AppError, toWire } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { CleanUp } from './cleanUp/cleanUp.ts'
import { modeFor } from './cleanUp/modeFor.ts'
import type { DeliverOptions } from './deliverText.ts'
import type { Hotkeys } from './hotkeys/hotkeys.ts'
import type { Inserter, Target } from './insertion/inserter.ts'
import type { FrontApp, Keystrokes } from './insertion/keystrokes.ts'
import type { OverlayWindow } from './overlayWindow.ts'
import type { SelectionReader } from './selectionReader.ts'
import {
  createDictationSession,
  type DictatedRecordings,
  type DictationSession,
} from './dictationSession.ts'

/** The sections of the settings that dictation asks for. */
export type WantedSettings = 'voice' | 'dictation'

export interface DictationDependencies {
  preferences: () => DictationPreferences
  update: (preferences: DictationPreferences) => void
  /** Returns the model for clean-ups if the user has not chosen one. */
  defaultModel: () => ModelReference | null
  recordings: DictatedRecordings
  overlay: OverlayWindow
  /** Whether the overlay's page can record on this desktop. If not, each press shows the settings. */
  canRecord: boolean
  inserter: Inserter
  keystrokes: Keystrokes
  /** Returns whether the window in front is one of Parley's own. */
  isOwn: (front: FrontApp) => boolean
  selection: SelectionReader
  hearsLoudspeaker: DeliverOptions['hearsLoudspeaker']
  cleanUp: CleanUp
  /** Creates the hotkeys, which run the given actions. */
  createHotkeys: (actions: {
    toggle: () => void
    hold: DictationSession['hold']
    readSelection: () => void
    onTaken: (taken: Hotkey[]) => void
  }) => Hotkeys
  report: (hotkeys: Hotkeys) => Promise<SystemFinding[]>
  mend: (finding: SystemFinding) => Promise<void>
  takeText: Dictation['takeText']
  openSettings: (section: WantedSettings) => void
  takeSettings: Dictation['takeSettings']
  broadcast: Broadcast<typeof dictationFeature>
  log: (message: string, error: unknown) => void
}

export interface Dictation {
  session: DictationSession
  /** Returns whether a page is the overlay's. */
  isOverlay: OverlayWindow['owns']
  report: () => Promise<SystemFinding[]>
  /** Acts like the hotkey: reads the selection of the frontmost app aloud, or stops reading. */
  readSelection: () => void
  /** Puts the text of the dictation that has ended into the clipboard, and closes the overlay. */
  copy: () => Promise<void>
  /** Returns the hotkeys that another program has. */
  takenHotkeys: () => Hotkey[]
  fix: (aspect: SystemFinding['aspect']) => Promise<void>
  setHotkey: (hotkey: Hotkey, accelerator: string | null) => Promise<HotkeyConflict | null>
  suspendHotkeys: (suspended: boolean) => Promise<void>
  /** Returns the text that waits for the composer and clears it. */
  takeText: () => { text: string; newChat: boolean } | null
  /** Makes the main window show the settings of microphone and engine. */
  openSettings: () => void
  /** Returns the section once after a request to show the settings. */
  takeSettings: () => WantedSettings | null
  /** Registers the hotkeys of the settings. Called once the app is ready. */
  start: () => Promise<void>
  /** Handles a crash of the overlay's page. */
  overlayCrashed: () => void
  /** Returns true if Parley keeps running without a window. */
  keepsRunning: () => boolean
  /** Restores the clipboard and releases everything else. */
  close: () => Promise<void>
}

/** Connects the parts of dictation. */
export function createDictation(dependencies: DictationDependencies): Dictation {
  const { preferences, update, overlay, inserter, keystrokes, selection } = dependencies
  const { canRecord, cleanUp, defaultModel, mend, broadcast, log } = dependencies

  /** Window that gets the text; `undefined` if the system could not tell. */
  let target: Promise<Target | undefined> = Promise.resolve(undefined)

  function aim(): void {
    target = keystrokes.front().then(
      (front) => (front && dependencies.isOwn(front) ? 'parley' : front),
      (error: unknown) => {
        log('The window in front is not known', error)
        return undefined
      },
    )
  }

  async function polish(text: string, signal: AbortSignal): Promise<string | null> {
    const chosen = preferences()
    const { translateInto } = chosen
    const model = chosen.cleanUpModel ?? defaultModel()
    const isWanted = chosen.cleanUp !== 'none' || Object.keys(chosen.modes).length > 0
    if (!model || (!isWanted && translateInto === null)) return text
    const app = await target
    const mode = modeFor(app && app !== 'parley' ? app.id : '', chosen)
    if (mode === 'none' && translateInto === null) return text
    return cleanUp({ text, mode, translateInto, model }, signal)
  }

  /** Shows the row of the settings that tells what is missing. */
  const explain = (): void => dependencies.openSettings('dictation')

  function readSelection(): void {
    if (!canRecord) return explain()
    if (session.state().state === 'reading') return session.cancel()
    selection.read().then(session.read, (error: unknown) => {
      log('The selection could not be read', error)
      session.read('')
    })
  }

  const recording = createDictationSession({
    recordings: dependencies.recordings,
    overlay,
    preferences,
    polish,
    hearsLoudspeaker: dependencies.hearsLoudspeaker,
    aim,
    insert: async (text, signal) =>
      inserter.insert(text, preferences().insertion, await target, signal),
    broadcast,
    log,
  })
  const session: DictationSession = canRecord
    ? recording
    : {
        ...recording,
        toggle: explain,
        hold: { pressed: explain, released: () => undefined },
      }
  const hotkeys = dependencies.createHotkeys({
    toggle: session.toggle,
    hold: session.hold,
    readSelection,
    onTaken: (taken) => broadcast('takenHotkeysChanged', taken),
  })
  const hasHotkey = (): boolean => Object.values(preferences().hotkeys).some((keys) => keys)

  return {
    session,
    isOverlay: overlay.owns,
    readSelection,
    async copy() {
      const state = session.state()
      if (state.state !== 'done') return
      await inserter.copy(state.text)
      session.cancel()
    },
    takenHotkeys: () => [...hotkeys.failed()],
    report: () => dependencies.report(hotkeys),
    async fix(aspect) {
      const found = (await dependencies.report(hotkeys)).find(
        (finding) => finding.aspect === aspect,
      )
      if (found && !found.works) await mend(found)
    },
    async setHotkey(hotkey, accelerator) {
      const conflict = await hotkeys.set(hotkey, accelerator)
      if (conflict) return conflict
      const before = preferences()
      update({ ...before, hotkeys: { ...before.hotkeys, [hotkey]: accelerator } })
      if (accelerator !== null && canRecord) overlay.prepare()
      return null
    },
    takeText: dependencies.takeText,
    openSettings() {
      session.cancel()
      dependencies.openSettings('voice')
    },
    takeSettings: dependencies.takeSettings,
    suspendHotkeys: (suspended) => hotkeys.suspend(suspended),
    async start() {
      await hotkeys.apply(preferences().hotkeys)
      if (hasHotkey() && canRecord) overlay.prepare()
    },
    overlayCrashed() {
      session.crashed(toWire(new AppError('internal', 'The page that records has died')))
    },
    keepsRunning: () => preferences().keepRunning && hasHotkey() && canRecord,
    async close() {
      hotkeys.close()
      await inserter.flush()
      overlay.destroy()
    },
  }
}
