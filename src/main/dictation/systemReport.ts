import type { Hotkey, SystemFinding } from '../../shared/dictation.ts'

export interface System {
  platform: NodeJS.Platform
  isWayland: boolean
  hasDisplay: boolean
  /** The program that presses keys here; null where none is needed. */
  keyProgram: string | null
  hasProgram: (name: string) => boolean
  /** macOS's permissions; elsewhere always given. */
  isTrusted: () => boolean
  microphone: () => 'granted' | 'denied' | 'unknown'
  /** Whether the keychain answers, and that soon. */
  hasKeychain: () => Promise<boolean>
  failedHotkeys: () => ReadonlySet<Hotkey>
  hotkeyOf: (hotkey: Hotkey) => string | null
  /** What a desktop can be told to run at a key of its own. */
  commandOf: (hotkey: Exclude<Hotkey, 'hold'>) => string
}

type Problem = Pick<SystemFinding, 'reason' | 'fix'> & Partial<SystemFinding>

/** What of dictation works on this system, and where it does not, why and what mends it. */
export async function systemReport(system: System): Promise<SystemFinding[]> {
  return [
    finding('toggleHotkey', hotkeyProblem(system, 'toggle')),
    finding('holdHotkey', holdProblem(system)),
    finding('readHotkey', hotkeyProblem(system, 'readSelection')),
    finding('microphone', microphoneProblem(system)),
    finding('insertion', insertionProblem(system)),
    finding('clipboard', displayProblem(system)),
    finding('overlay', displayProblem(system)),
    finding('keychain', (await system.hasKeychain()) ? null : keychainProblem(system)),
  ]
}

function finding(aspect: SystemFinding['aspect'], problem: Problem | null): SystemFinding {
  const works = { aspect, works: true, reason: null, fix: null, subject: null, command: null }
  return problem ? { ...works, works: false, ...problem } : works
}

/** Without a screen nothing mends it, and nobody sees a button either. */
function displayProblem({ hasDisplay }: System): Problem | null {
  return hasDisplay ? null : { reason: 'notSupported', fix: null }
}

function hotkeyProblem(system: System, hotkey: Hotkey): Problem | null {
  if (!system.hasDisplay) return displayProblem(system)
  // What a desktop without hotkeys for apps can run at keys of its own.
  const command = system.isWayland && hotkey !== 'hold' ? system.commandOf(hotkey) : null
  if (system.hotkeyOf(hotkey) === null) return { reason: 'notSet', fix: 'setHotkey', command }
  if (!system.failedHotkeys().has(hotkey)) return null
  if (command !== null) return { reason: 'waylandPortalMissing', fix: null, command }
  return { reason: 'hotkeyTaken', fix: 'changeHotkey', subject: system.hotkeyOf(hotkey) }
}

function holdProblem(system: System): Problem | null {
  // A Wayland compositor tells no program which keys are let go elsewhere.
  if (system.isWayland) return { reason: 'releaseUnheard', fix: 'changeHotkey' }
  if (!system.isTrusted()) return { reason: 'accessibilityDenied', fix: 'openSystemSettings' }
  return hotkeyProblem(system, 'hold')
}

function microphoneProblem(system: System): Problem | null {
  return system.microphone() === 'denied'
    ? { reason: 'microphoneDenied', fix: 'openSystemSettings' }
    : null
}

function insertionProblem(system: System): Problem | null {
  if (!system.hasDisplay) return displayProblem(system)
  if (!system.isTrusted()) return { reason: 'accessibilityDenied', fix: 'openSystemSettings' }
  const { keyProgram } = system
  if (keyProgram === null || system.hasProgram(keyProgram)) return null
  return missing(system, 'programMissing', keyProgram)
}

/** What provides the keychain of a Linux desktop. */
const keychainPrograms = ['gnome-keyring-daemon', 'kwalletd6', 'kwalletd5', 'keepassxc']

function keychainProblem(system: System): Problem {
  const { platform, hasProgram } = system
  if (platform === 'linux' && !keychainPrograms.some((name) => hasProgram(name))) {
    return missing(system, 'keychainMissing', 'gnome-keyring')
  }
  return { reason: 'keychainLocked', fix: 'unlockKeychain' }
}

/** How the package managers of Linux install; each program has the same name in all of them. */
export const installers: readonly (readonly [string, ...string[]])[] = [
  ['apt-get', 'install', '-y'],
  ['dnf', 'install', '-y'],
  ['zypper', '--non-interactive', 'install'],
  ['pacman', '-S', '--noconfirm'],
]

/** With a button where the system can ask for the password, and the command for a terminal. */
function missing(
  { hasProgram }: System,
  reason: 'programMissing' | 'keychainMissing',
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
