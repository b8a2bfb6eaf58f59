import type { GatedMethod } from './page/mainWorld.ts'

/** Electron's permissions and the names Chromium has for them; `:sysex` is a descriptor's flag. */
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

/** Every permission of Chromium's, to be denied until a handler grants it. */
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

/** Methods of a page that ask for a permission before they do anything. */
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
