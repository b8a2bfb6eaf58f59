import {
  BrowserWindow,
  clipboard,
  ClipboardItem,
  globalShortcut,
  shell,
  type Clipboard,
} from 'electron'
import { resolveShortcuts } from '../../shared/commands.ts'
import { dictation as dictationFeature, type Hotkey } from '../../shared/speech/dictation.ts'
import { AppError } from '../../shared/errors.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { Providers } from '../providers/providers.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import type { OpenSpeech } from '../speech/openSpeech.ts'
import { createCleanUp } from './cleanUp/cleanUp.ts'
import { commandOfHotkey } from './commandLine.ts'
import { createDictation, type Dictation, type WantedSettings } from './dictation.ts'
import { createDictationHandlers } from './handlers.ts'
import { hearsLoudspeaker } from './hearsLoudspeaker.ts'
import { hasProgram } from './hasProgram.ts'
import { createHotkeys } from './hotkeys/hotkeys.ts'
import { createUiohookListener } from './hotkeys/uiohookListener.ts'
import { createHeldClipboard, keepsCopied, type HeldClipboard } from './insertion/heldClipboard.ts'
import { createInserter } from './insertion/inserter.ts'
import { isOwnProcess } from './insertion/isOwnProcess.ts'
import { createWlClipboard, makePlainItem } from './insertion/wlClipboard.ts'
import { runProgram } from './insertion/runProgram.ts'
import { mendSystem } from './mendSystem.ts'
import { createOverlayWindow } from './overlayWindow.ts'
import { createSelectionReader } from './selectionReader.ts'
import type { DictatedRecordings } from './dictationSession.ts'
import { systemReport } from './systemReport.ts'
import {
  createKeystrokes,
  floatsWindows,
  isLinux,
  isWayland,
  saysProcess,
  thisSystem,
  watchField,
} from './thisSystem.ts'
import { hasShortcutPortal, takesKeys } from './waylandFacts.ts'
import { within } from '../timeLimit.ts'

/**
 * The limit for each row of the report: a keychain that prompts does not answer before the user
 * does, and a service may be slow to list its models.
 */
const reportMilliseconds = 1500
/** The limit for a fix, in which the user may enter a password and a package is downloaded. */
const mendMilliseconds = 600_000

export interface DictationWindow {
  /** The address of the overlay's page. */
  url: string
  preload: string
  /** Shows the main window, for a text that goes into its composer. */
  showMain: () => void
  /** Called when the state of dictation changes. */
  onChanged: () => void
}

export interface DictationOptions {
  settings: Pick<SettingsStore, 'get' | 'update'>
  providers: Pick<Providers, 'lookup'>
  speech: Pick<OpenSpeech, 'recordings' | 'onFinish' | 'engineProblem'>
  keychainAvailable: () => Promise<boolean>
  window: DictationWindow
}

export interface OpenDictation extends OpenFeature<typeof dictationFeature>, Dictation {
  close: () => Promise<void>
}

/** Opens dictation into any app. It registers no key before `start`. */
export function openDictation(
  { createBroadcast, log, runtime }: FeatureContext,
  { settings, providers, speech, keychainAvailable, window }: DictationOptions,
): OpenDictation {
  const hearsDefault = async (): Promise<boolean> =>
    settings.get().speech.microphone === null && (await hearsLoudspeaker())
  const tell = createBroadcast('dictation', dictationFeature)
  const broadcast: typeof tell = (name, payload) => {
    tell(name, payload)
    if (name === 'changed') window.onChanged()
  }
  const keystrokes = createKeystrokes()
  const { part, held, primary, heldPrimary } = openClipboards()
  const floats = floatsWindows(runtime)
  let portal: Promise<boolean> | undefined
  const canHear = async (hotkey: Hotkey): Promise<boolean> => {
    if (!isWayland) return true
    // X's server under Wayland tells of keys only while one of its own windows has the focus.
    return hotkey !== 'hold' && !floats && (portal ??= hasShortcutPortal())
  }
  let waitingText: { text: string; newChat: boolean } | null = null
  let settingsWanted: WantedSettings | null = null
  const inserter = createInserter({
    clipboard: held,
    primarySelection: heldPrimary,
    keystrokes,
    watchField,
    compose(text, { newChat, shown }) {
      waitingText = { text, newChat }
      if (shown) window.showMain()
      broadcast('textWaits', {})
    },
    log,
  })
  const dictation = createDictation({
    preferences: () => settings.get().dictation,
    update: (changed) => void settings.update({ dictation: changed }),
    defaultModel: () => settings.get().defaultModel ?? settings.get().recentModels[0] ?? null,
    recordings: dictatedRecordings(speech),
    overlay: createOverlayWindow({
      ...window,
      knowsPointer: runtime.knowsPointer,
      floats,
      onCrashed(reason) {
        log('The page of the overlay died', reason)
        dictation.overlayCrashed()
      },
    }),
    canRecord: floats || runtime.recordsUnseen,
    inserter,
    keystrokes,
    hearsLoudspeaker: hearsDefault,
    isOwn: ({ pid }) =>
      isLinux && pid !== undefined
        ? isOwnProcess(pid)
        : !saysProcess && BrowserWindow.getFocusedWindow() !== null,
    selection: createSelectionReader({ primary, clipboard: part, held, keystrokes }),
    cleanUp: createCleanUp(providers.lookup, log),
    createHotkeys: (actions) =>
      createHotkeys({
        globalShortcut,
        createListener: createUiohookListener,
        canHear,
        ownShortcuts: () => resolveShortcuts(settings.get().shortcuts),
        onUnloaded: (error) => log('The listener for held keys could not be loaded', error),
        ...actions,
      }),
    report: (hotkeys) =>
      systemReport({
        ...thisSystem,
        recognition: () => within(reportMilliseconds, speech.engineProblem()),
        floatsWindows: floats,
        takesKeys,
        keepsCopied: () => keepsCopied(part, held),
        hearsLoudspeaker: hearsDefault,
        hasKeychain: () => soon(keychainAvailable()),
        commandOf: commandOfHotkey,
        keyProgram: keystrokes.program,
        failedHotkeys: hotkeys.failed,
        lacksListener: hotkeys.lacksListener,
        hotkeyOf: (hotkey) => settings.get().dictation.hotkeys[hotkey],
      }),
    mend: (finding) =>
      mendSystem(finding, {
        platform: thisSystem.platform,
        openExternal: (url) => shell.openExternal(url),
        run: (command, given) => runProgram(command, given, '', { timeout: mendMilliseconds }),
        hasProgram,
        hasKeychain: keychainAvailable,
      }),
    takeText() {
      const text = waitingText
      waitingText = null
      return text
    },
    openSettings(section) {
      settingsWanted = section
      window.showMain()
      broadcast('settingsWanted', {})
    },
    takeSettings() {
      const wanted = settingsWanted
      settingsWanted = null
      return wanted
    },
    broadcast,
    log,
  })
  speech.onFinish(dictation.session.follow)
  const handlers = createDictationHandlers(dictation)
  return { ...dictation, handlers: () => handlers }
}

/** Opens the clipboards of this system. */
function openClipboards() {
  if (isWayland) {
    const part = createWlClipboard('clipboard')
    const primary = createWlClipboard('primary')
    const held = createHeldClipboard(part, makePlainItem)
    return { part, primary, held, heldPrimary: createHeldClipboard(primary, makePlainItem) }
  }
  const primary = isLinux ? clipboard.selection : null
  return { part: clipboard, primary, held: hold(clipboard), heldPrimary: primary && hold(primary) }
}

function hold(part: Clipboard): HeldClipboard {
  return createHeldClipboard(part, (payloads) => new ClipboardItem(payloads))
}

/** Returns the answer, or false if it does not arrive in time. */
async function soon(answer: Promise<boolean>): Promise<boolean> {
  return (await within(reportMilliseconds, answer)) === true
}

/** Returns the recordings for dictation. They throw while the history is closed. */
function dictatedRecordings({ recordings }: Pick<OpenSpeech, 'recordings'>): DictatedRecordings {
  const opened = (): NonNullable<ReturnType<typeof recordings>> => {
    const found = recordings()
    if (!found) throw new AppError('internal', 'The history is closed')
    return found
  }
  return {
    begin: async () => opened().begin({ purpose: 'dictation' }),
    remove: async (id) => opened().remove(id),
    transcribe: async (id) => opened().transcribe(id, undefined),
    setFinalText: async (id, text) => opened().setFinalText(id, text),
  }
}
