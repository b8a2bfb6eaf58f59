import type { Hotkey, SystemFinding } from '../../shared/speech/dictation.ts'
import type { EngineProblem } from '../speech/transcription/engines.ts'
import { late } from '../timeLimit.ts'

export interface System {
  /** Resolves to what keeps speech from becoming text; null if nothing does. */
  recognition: () => Promise<EngineProblem | typeof late | null>
  platform: NodeJS.Platform
  isWayland: boolean
  hasDisplay: boolean
  /** The program that presses keys on this system; null if none is needed. */
  keyProgram: string | null
  hasProgram: (name: string) => boolean
  /** Whether a window can stay above others without the focus. */
  floatsWindows: boolean
  /** Resolves to false if the system lets the program press no keys. */
  takesKeys: () => Promise<boolean>
  /** Resolves to true if a text that was copied is there when it is read again. */
  keepsCopied: () => Promise<boolean>
  /** Returns macOS's accessibility permission; always true elsewhere. */
  isTrusted: () => boolean
  microphone: () => 'granted' | 'denied' | 'unknown'
  /** Resolves to true if the default microphone is in truth what the loudspeaker plays. */
  hearsLoudspeaker: () => Promise<boolean>
  /** Resolves to true if the keychain answers soon. */
  hasKeychain: () => Promise<boolean>
  failedHotkeys: () => ReadonlySet<Hotkey>
  /** Returns true if the listener for held keys could not be loaded. */
  lacksListener: () => boolean
  hotkeyOf: (hotkey: Hotkey) => string | null
  /** Returns the command that the user can assign to a desktop shortcut. */
  commandOf: (hotkey: Exclude<Hotkey, 'hold'>) => string
}

type Problem = Pick<SystemFinding, 'reason' | 'fix'> & Partial<SystemFinding>

/**
 * Returns the state of each part of dictation on this system, with the cause and fix of each
 * problem.
 */
export async function systemReport(system: System): Promise<SystemFinding[]> {
  const [recognition, microphone, hasKeychain] = await Promise.all([
    recognitionProblem(system),
    microphoneProblem(system),
    system.hasKeychain(),
  ])
  return [
    finding('recognition', recognition),
    finding('toggleHotkey', hotkeyProblem(system, 'toggle')),
    finding('holdHotkey', holdProblem(system)),
    finding('readHotkey', hotkeyProblem(system, 'readSelection')),
    finding('microphone', microphone),
    finding('insertion', await insertionProblem(system)),
    finding('clipboard', await clipboardProblem(system)),
    finding('overlay', overlayProblem(system)),
    finding('keychain', hasKeychain ? null : keychainProblem(system)),
  ]
}

function finding(aspect: SystemFinding['aspect'], problem: Problem | null): SystemFinding {
  const works = { aspect, works: true, reason: null, fix: null, subject: null, command: null }
  return problem ? { ...works, works: false, ...problem } : works
}

async function recognitionProblem(system: System): Promise<Problem | null> {
  const problem = await system.recognition()
  if (problem === null) return null
  if (problem === late) return { reason: 'engineUnknown', fix: 'lookAgain' }
  return { ...problem, fix: 'setUpSpeech' }
}

/** Without a display there is no fix, and no button would be visible. */
function displayProblem({ hasDisplay }: System): Problem | null {
  return hasDisplay ? null : { reason: 'notSupported', fix: null }
}

function hotkeyProblem(system: System, hotkey: Hotkey): Problem | null {
  if (!system.hasDisplay) return displayProblem(system)
  // A command that the user can assign to a desktop shortcut where apps can't register hotkeys.
  const command = system.isWayland && hotkey !== 'hold' ? system.commandOf(hotkey) : null
  if (system.hotkeyOf(hotkey) === null) return { reason: 'notSet', fix: 'setHotkey', command }
  if (!system.failedHotkeys().has(hotkey)) return null
  if (command !== null) return { reason: 'waylandPortalMissing', fix: null, command }
  return { reason: 'hotkeyTaken', fix: 'changeHotkey', subject: system.hotkeyOf(hotkey) }
}

function holdProblem(system: System): Problem | null {
  // A Wayland compositor reports key releases only to the focused app.
  if (system.isWayland) return { reason: 'releaseUnheard', fix: 'changeHotkey' }
  if (!system.isTrusted()) return { reason: 'accessibilityDenied', fix: 'openSystemSettings' }
  if (system.failedHotkeys().has('hold') && system.lacksListener()) {
    return { reason: 'listenerMissing', fix: 'changeHotkey' }
  }
  return hotkeyProblem(system, 'hold')
}

async function microphoneProblem(system: System): Promise<Problem | null> {
  if (system.microphone() === 'denied') {
    return { reason: 'microphoneDenied', fix: 'openSystemSettings' }
  }
  const hears = await system.hearsLoudspeaker()
  return hears ? { reason: 'microphoneIsMonitor', fix: 'lookAgain' } : null
}

/** Programs by which Wayland's clipboard is reached. They come together. */
const waylandClipboard = { programs: ['wl-copy', 'wl-paste'], subject: 'wl-clipboard' }

async function clipboardProblem(system: System): Promise<Problem | null> {
  if (!system.hasDisplay) return displayProblem(system)
  if (!system.isWayland) return null
  const { programs, subject } = waylandClipboard
  if (!programs.every((name) => system.hasProgram(name))) {
    return missing(system, 'clipboardMissing', subject)
  }
  return (await system.keepsCopied()) ? null : { reason: 'clipboardUnreachable', fix: 'lookAgain' }
}

function overlayProblem(system: System): Problem | null {
  if (!system.hasDisplay) return displayProblem(system)
  if (system.floatsWindows) return null
  const reason = 'xwaylandMissing'
  // Installed, but switched off in the compositor, or not used by this start of Parley.
  if (system.hasProgram('Xwayland')) return { reason, fix: 'lookAgain' }
  return missing(system, reason, 'xwayland')
}

async function insertionProblem(system: System): Promise<Problem | null> {
  if (!system.hasDisplay) return displayProblem(system)
  if (!system.isTrusted()) return { reason: 'accessibilityDenied', fix: 'openSystemSettings' }
  const { keyProgram } = system
  if (keyProgram === null) return null
  if (!system.hasProgram(keyProgram)) return missing(system, 'programMissing', keyProgram)
  if (!system.isWayland) return null
  // A text is pasted by the clipboard.
  if (!(await system.takesKeys())) return { reason: 'keysRefused', fix: 'lookAgain' }
  return clipboardProblem(system)
}

/** Programs that provide the keychain on a Linux desktop. */
const keychainPrograms = ['gnome-keyring-daemon', 'kwalletd6', 'kwalletd5', 'keepassxc']

function keychainProblem(system: System): Problem {
  const { platform, hasProgram } = system
  if (platform === 'linux' && !keychainPrograms.some((name) => hasProgram(name))) {
    return missing(system, 'keychainMissing', 'gnome-keyring')
  }
  return { reason: 'keychainLocked', fix: 'unlockKeychain' }
}

/** Install commands of Linux package managers. Each program has the same name in all of them. */
export const installers: readonly (readonly [string, ...string[]])[] = [
  ['apt-get', 'install', '-y'],
  ['dnf', 'install', '-y'],
  ['zypper', '--non-interactive', 'install'],
  ['pacman', '-S', '--noconfirm'],
]

/**
 * Returns a missing program with its install command, and with a button if the system can ask for
 * the password.
 */
function missing(
  { hasProgram }: System,
  reason: 'programMissing' | 'clipboardMissing' | 'keychainMissing' | 'xwaylandMissing',
  subject: string,
): Problem {
  const installer = installers.find(([name]) => hasProgram(name))
  return {
    reason,
    subject,
    fix: installer && hasProgram('pkexec') ? 'installProgram' : 'lookAgain',
    command: installer ? ['sudo', ...installer, subject].join(' ') : null,
  }
}
