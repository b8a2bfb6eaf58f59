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
  failedHotkeys: () => ReadonlySet<Hotkey>
  hotkeyOf: (hotkey: Hotkey) => string | null
}

type Problem = Pick<SystemFinding, 'reason' | 'fix'> & { subject?: string | null }

/** What of dictation works on this system, and where it does not, why and what mends it. */
export function systemReport(system: System): SystemFinding[] {
  return [
    finding('toggleHotkey', hotkeyProblem(system, 'toggle')),
    finding('holdHotkey', holdProblem(system)),
    finding('microphone', microphoneProblem(system)),
    finding('insertion', insertionProblem(system)),
    finding('clipboard', system.hasDisplay ? null : { reason: 'notSupported', fix: null }),
    finding('overlay', system.hasDisplay ? null : { reason: 'notSupported', fix: null }),
  ]
}

function finding(aspect: SystemFinding['aspect'], problem: Problem | null): SystemFinding {
  if (!problem) return { aspect, works: true, reason: null, fix: null, subject: null }
  return { aspect, works: false, subject: null, ...problem }
}

function hotkeyProblem(system: System, hotkey: Hotkey): Problem | null {
  if (!system.hasDisplay) return { reason: 'notSupported', fix: null }
  if (!system.failedHotkeys().has(hotkey)) return null
  const subject = system.hotkeyOf(hotkey)
  return system.isWayland
    ? { reason: 'waylandPortalMissing', fix: null, subject }
    : { reason: 'hotkeyTaken', fix: 'changeHotkey', subject }
}

function holdProblem(system: System): Problem | null {
  // A Wayland compositor tells no program which keys are let go elsewhere.
  if (system.isWayland) return { reason: 'notSupported', fix: null }
  if (!system.isTrusted()) return { reason: 'accessibilityDenied', fix: 'openSystemSettings' }
  return hotkeyProblem(system, 'hold')
}

function microphoneProblem(system: System): Problem | null {
  return system.microphone() === 'denied'
    ? { reason: 'microphoneDenied', fix: 'openSystemSettings' }
    : null
}

function insertionProblem(system: System): Problem | null {
  if (!system.hasDisplay) return { reason: 'notSupported', fix: null }
  if (!system.isTrusted()) return { reason: 'accessibilityDenied', fix: 'openSystemSettings' }
  const { keyProgram } = system
  if (keyProgram === null || system.hasProgram(keyProgram)) return null
  return { reason: 'programMissing', fix: 'installProgram', subject: keyProgram }
}
