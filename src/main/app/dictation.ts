import {
  clipboard,
  ClipboardItem,
  globalShortcut,
  shell,
  systemPreferences,
  type Clipboard,
} from 'electron'
import { dictation as dictationFeature } from '../../shared/dictation.ts'
import { AppError } from '../../shared/errors.ts'
import { createCleanUp } from '../dictation/cleanUp/cleanUp.ts'
import { createDictation, type Dictation } from '../dictation/dictation.ts'
import { hasProgram } from '../dictation/hasProgram.ts'
import { createHotkeys } from '../dictation/hotkeys/hotkeys.ts'
import { createUiohookListener } from '../dictation/hotkeys/uiohookListener.ts'
import { createHeldClipboard, type HeldClipboard } from '../dictation/insertion/heldClipboard.ts'
import { createInserter } from '../dictation/insertion/insertText.ts'
import type { Keystrokes } from '../dictation/insertion/keystrokes.ts'
import { createMacKeystrokes } from '../dictation/insertion/macKeystrokes.ts'
import { createNativeKeys } from '../dictation/insertion/nativeKeys.ts'
import { runProgram } from '../dictation/insertion/runProgram.ts'
import { createWaylandKeystrokes } from '../dictation/insertion/waylandKeystrokes.ts'
import { createWindowsKeystrokes } from '../dictation/insertion/windowsKeystrokes.ts'
import { createX11Keystrokes } from '../dictation/insertion/x11Keystrokes.ts'
import { mendSystem } from '../dictation/mendSystem.ts'
import { createOverlayWindow } from '../dictation/overlayWindow.ts'
import { createSelectionReader } from '../dictation/readSelection.ts'
import type { DictatedRecordings } from '../dictation/session.ts'
import { systemReport, type System } from '../dictation/systemReport.ts'
import { createBroadcast } from '../ipc/broadcast.ts'
import { commandOfHotkey } from './dictationCommand.ts'
import type { Services } from './services.ts'

const { platform, env } = process
const isLinux = platform === 'linux'
/** A keychain that asks for its password answers no sooner than the user. */
const reportMilliseconds = 1500
/** The user is asked for a password, and then something is fetched. */
const mendMilliseconds = 600_000
const isWayland =
  isLinux && env['XDG_SESSION_TYPE'] === 'wayland' && Boolean(env['WAYLAND_DISPLAY'])

interface DictationWindow {
  url: string
  preload: string
  /** Brings the main window forth, for a text that goes into its composer. */
  showMain: () => void
  /** The state has changed. */
  onChanged: () => void
}

/** Dictation with what it needs of the system that Parley runs on. */
export function wireDictation(services: Services, window: DictationWindow): Dictation {
  const { settings, providers, log } = services
  const tell = createBroadcast('dictation', dictationFeature)
  const broadcast: typeof tell = (name, payload) => {
    tell(name, payload)
    if (name === 'changed') window.onChanged()
  }
  const keystrokes = createKeystrokes()
  const held = hold(clipboard)
  const primary = isLinux ? clipboard.selection : null
  let waitingText: { text: string; newChat: boolean } | null = null
  let settingsWanted = false
  const inserter = createInserter({
    clipboard: held,
    primarySelection: primary && hold(primary),
    keystrokes,
    compose(text, newChat) {
      waitingText = { text, newChat }
      window.showMain()
      broadcast('textWaits', {})
    },
    log,
  })
  const dictation = createDictation({
    preferences: () => settings.get().dictation,
    update: (changed) => void settings.update({ dictation: changed }),
    defaultModel: () => settings.get().defaultModel ?? settings.get().recentModels[0] ?? null,
    recordings: dictatedRecordings(services),
    overlay: createOverlayWindow({
      ...window,
      onCrashed(reason) {
        log('The page of the overlay died', reason)
        dictation.overlayCrashed()
      },
    }),
    inserter,
    keystrokes,
    selection: createSelectionReader({ primary, clipboard, held, keystrokes }),
    cleanUp: createCleanUp(providers.lookup, log),
    createHotkeys: (actions) =>
      createHotkeys({ globalShortcut, createListener: createUiohookListener, ...actions }),
    report: (hotkeys) =>
      systemReport({
        ...system,
        hasKeychain: () => soon(services.secrets.keychainAvailable()),
        commandOf: commandOfHotkey,
        keyProgram: keystrokes.program,
        failedHotkeys: hotkeys.failed,
        hotkeyOf: (hotkey) => settings.get().dictation.hotkeys[hotkey],
      }),
    mend: (finding) =>
      mendSystem(finding, {
        platform,
        openExternal: (url) => shell.openExternal(url),
        run: (command, given) => runProgram(command, given, '', mendMilliseconds),
        hasProgram,
        hasKeychain: () => services.secrets.keychainAvailable(),
      }),
    takeText() {
      const text = waitingText
      waitingText = null
      return text
    },
    openSettings() {
      settingsWanted = true
      window.showMain()
      broadcast('settingsWanted', {})
    },
    takeSettings() {
      const wanted = settingsWanted
      settingsWanted = false
      return wanted
    },
    broadcast,
    log,
  })
  return dictation
}

function hold(part: Clipboard): HeldClipboard {
  return createHeldClipboard(part, (payloads) => new ClipboardItem(payloads))
}

function createKeystrokes(): Keystrokes {
  if (platform === 'darwin') return createMacKeystrokes(createNativeKeys())
  if (platform === 'win32') return createWindowsKeystrokes(createNativeKeys())
  return isWayland ? createWaylandKeystrokes() : createX11Keystrokes()
}

/** Whether it is so, as far as that is known at once. */
function soon(answer: Promise<boolean>): Promise<boolean> {
  const { promise: limit, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, reportMilliseconds, false)
  return Promise.race([answer, limit]).finally(() => clearTimeout(timer))
}

const system: Omit<
  System,
  'keyProgram' | 'failedHotkeys' | 'hotkeyOf' | 'hasKeychain' | 'commandOf'
> = {
  platform,
  isWayland,
  hasDisplay: !isLinux || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']),
  hasProgram,
  isTrusted: () => platform !== 'darwin' || systemPreferences.isTrustedAccessibilityClient(false),
  microphone() {
    // Linux has no such permission, and the Chromium host nobody to ask.
    if (isLinux || process.versions['chromiumHost']) return 'unknown'
    const status = systemPreferences.getMediaAccessStatus('microphone')
    if (status === 'granted') return 'granted'
    return status === 'denied' || status === 'restricted' ? 'denied' : 'unknown'
  },
}

/** The recordings lie in the history, which may be closed. */
function dictatedRecordings({ history }: Services): DictatedRecordings {
  const opened = (): NonNullable<ReturnType<typeof history.recordings>> => {
    const recordings = history.recordings()
    if (!recordings) throw new AppError('internal', 'The history is closed')
    return recordings
  }
  return {
    transcribe: async (id) => opened().transcribe(id, undefined),
    setFinalText: async (id, text) => opened().setFinalText(id, text),
  }
}
