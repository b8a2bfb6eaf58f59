import type { GlobalShortcut } from 'electron'
import { acceleratorKey } from './accelerator.ts'
import { strict } from './strict.ts'
import { createKeyGrabber, type KeyGrabber } from './x11/keyGrabber.ts'

/** Creates Electron's global shortcuts. Without an X server, registering always fails. */
export function createGlobalShortcut(
  keys: KeyGrabber = createKeyGrabber(),
  hasServer = process.platform === 'linux' && Boolean(process.env['DISPLAY']),
): GlobalShortcut {
  const registered = new Map<string, { accelerator: string; callback: () => void }>()
  let suspended = false

  const register = (accelerator: string, callback: () => void): boolean => {
    const key = acceleratorKey(accelerator)
    if (!hasServer || suspended || registered.has(key)) return false
    if (!keys.grab(accelerator, callback)) return false
    registered.set(key, { accelerator, callback })
    return true
  }
  const unregister = (accelerator: string): void => {
    const known = registered.get(acceleratorKey(accelerator))
    if (!known) return
    registered.delete(acceleratorKey(accelerator))
    if (!suspended) keys.release(known.accelerator)
  }
  return strict('globalShortcut', {
    register,
    registerAll: (accelerators, callback) => {
      for (const accelerator of accelerators) register(accelerator, callback)
    },
    isRegistered: (accelerator) => registered.has(acceleratorKey(accelerator)),
    unregister,
    unregisterAll: () => {
      for (const { accelerator } of registered.values()) unregister(accelerator)
    },
    isSuspended: () => suspended,
    setSuspended: (wanted) => {
      if (wanted === suspended) return
      suspended = wanted
      for (const { accelerator, callback } of registered.values()) {
        if (suspended) keys.release(accelerator)
        else keys.grab(accelerator, callback)
      }
    },
  } satisfies GlobalShortcut)
}
