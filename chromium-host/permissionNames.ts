import type { GatedMethod } from './page/mainWorld.ts'

/** Chromium's names for Electron's permissions. `:sysex` is a flag of the descriptor. */
export const electronPermissions: Record<string, readonly string[]> = {
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  geolocation: ['geolocation'],
  'idle-detection': ['idle-detection'],
  keyboardLock: ['keyboard-lock'],
  midi: ['midi'],
  midiSysex: ['midi', 'midi:sysex'],
  notifications: ['notifications'],
  pointerLock: ['pointer-lock'],
  'speaker-selection': ['speaker-selection'],
  'storage-access': ['storage-access'],
  'window-management': ['window-management'],
}

/** All of Chromium's permissions. They are denied until a handler grants them. */
export const allNames: readonly string[] = [
  ...new Set(Object.values(electronPermissions).flat()),
  'accelerometer',
  'ambient-light-sensor',
  'background-fetch',
  'background-sync',
  'camera',
  'captured-surface-control',
  'display-capture',
  'gyroscope',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'magnetometer',
  'microphone',
  'nfc',
  'payment-handler',
  'periodic-background-sync',
  'persistent-storage',
  'screen-wake-lock',
  'system-wake-lock',
  'top-level-storage-access',
]

/** Methods of a page that request a permission first. */
export const gatedMethods: readonly GatedMethod[] = [
  ['MediaDevices.prototype', 'getUserMedia', 'media'],
  ['MediaDevices.prototype', 'selectAudioOutput', 'speaker-selection'],
  ['Clipboard.prototype', 'read', 'clipboard-read'],
  ['Clipboard.prototype', 'readText', 'clipboard-read'],
  ['Clipboard.prototype', 'write', 'clipboard-sanitized-write'],
  ['Clipboard.prototype', 'writeText', 'clipboard-sanitized-write'],
  ['Notification', 'requestPermission', 'notifications'],
  ['Navigator.prototype', 'requestMIDIAccess', 'midi'],
  ['IdleDetector', 'requestPermission', 'idle-detection'],
  ['Document.prototype', 'requestStorageAccess', 'storage-access'],
  ['Keyboard.prototype', 'lock', 'keyboardLock'],
  ['window', 'getScreenDetails', 'window-management'],
]
