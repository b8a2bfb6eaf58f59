import { app, systemPreferences } from 'electron'
import type { Runtime } from '../runtime.ts'
import { hasProgram } from './hasProgram.ts'
import { createWatchField, type WatchField } from './insertion/accessibleField.ts'
import { createMacKeystrokes } from './insertion/macKeystrokes.ts'
import type { Keystrokes } from './insertion/keystrokes.ts'
import { createNativeKeys } from './insertion/nativeKeys.ts'
import { createWaylandKeystrokes } from './insertion/waylandKeystrokes.ts'
import { createWindowsKeystrokes } from './insertion/windowsKeystrokes.ts'
import { createX11Keystrokes } from './insertion/x11Keystrokes.ts'
import type { System } from './systemReport.ts'

const { platform, env } = process
export const isLinux = platform === 'linux'
// Not XDG_SESSION_TYPE: it tells how the user signed in, and a nested or remote session keeps it.
export const isWayland = isLinux && Boolean(env['WAYLAND_DISPLAY'])
/** Whether the system tells whose process each window in front is. */
export const saysProcess = isLinux && !isWayland

/**
 * Returns whether a window can stay above others without the focus. Wayland has that for X's windows
 * only, which are XWayland's.
 */
export function floatsWindows({ prefersX }: Runtime): boolean {
  if (!isWayland) return true
  const usesX = prefersX || app.commandLine.getSwitchValue('ozone-platform') === 'x11'
  return usesX && Boolean(env['DISPLAY'])
}

/** The facts about the system that Parley runs on. */
export const thisSystem: Pick<
  System,
  'platform' | 'isWayland' | 'hasDisplay' | 'hasProgram' | 'isTrusted' | 'microphone'
> = {
  platform,
  isWayland,
  hasDisplay: !isLinux || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']),
  hasProgram,
  isTrusted: () => platform !== 'darwin' || systemPreferences.isTrustedAccessibilityClient(false),
  microphone() {
    // Linux has no such permission.
    if (isLinux) return 'unknown'
    const status = systemPreferences.getMediaAccessStatus('microphone')
    if (status === 'granted') return 'granted'
    return status === 'denied' || status === 'restricted' ? 'denied' : 'unknown'
  },
}

/** Returns the keystrokes of this system. */
export function createKeystrokes(): Keystrokes {
  if (platform === 'darwin') return createMacKeystrokes(createNativeKeys())
  if (platform === 'win32') return createWindowsKeystrokes(createNativeKeys())
  return isWayland ? createWaylandKeystrokes() : createX11Keystrokes()
}

/** Finds the field with the keyboard, where this system has a way to ask for it. */
export const watchField: WatchField = isLinux
  ? createWatchField()
  : () => Promise.resolve(undefined)
