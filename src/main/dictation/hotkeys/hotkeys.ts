import type { GlobalShortcut } from 'electron'
import type { Shortcuts } from '../../../shared/commands.ts'
import { hotkeys as hotkeyNames } from '../../../shared/speech/dictation.ts'
import type {
  DictationPreferences,
  Hotkey,
  HotkeyConflict,
} from '../../../shared/speech/dictation.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { createHoldKey, type HoldKey, type KeyListener } from './holdKey.ts'
import { isSuitable, loneModifiers, parseAccelerator, sameKeys } from './parseAccelerator.ts'

export type Accelerators = DictationPreferences['hotkeys']

export interface HotkeyDependencies {
  globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister'>
  /** Loads the listener. Called only if a hold key is set. */
  createListener: () => Promise<KeyListener>
  /** Resolves to false if the system tells Parley of no press of this hotkey. */
  canHear?: (hotkey: Hotkey) => Promise<boolean>
  toggle: () => void
  hold: { pressed: () => void; released: () => void }
  readSelection: () => void
  /** Called when another program has a hotkey, or no longer has it. */
  onTaken: (taken: Hotkey[]) => void
  /** Returns the shortcuts of Parley's own window. */
  ownShortcuts: () => Shortcuts
  /** Called with the error when the listener can't be loaded. */
  onUnloaded?: (error: unknown) => void
  /** Milliseconds between attempts for a hotkey that another program has. */
  retryMilliseconds?: number
}

export interface Hotkeys {
  /** Registers all hotkeys of the settings. `failed` lists those that failed. */
  apply: (wanted: Accelerators) => Promise<void>
  /** Changes one hotkey. Keeps the old one on a conflict. */
  set: (hotkey: Hotkey, accelerator: string | null) => Promise<HotkeyConflict | null>
  /** Releases all hotkeys temporarily, or registers them again. */
  suspend: (suspended: boolean) => Promise<void>
  /** Returns the hotkeys that could not be registered. */
  failed: () => ReadonlySet<Hotkey>
  /** Returns true if the listener for held keys could not be loaded when it was last needed. */
  lacksListener: () => boolean
  close: () => void
}

/** Creates Parley's system-wide hotkeys. */
export function createHotkeys(dependencies: HotkeyDependencies): Hotkeys {
  const { globalShortcut, createListener, hold, onTaken } = dependencies
  const { retryMilliseconds = 10_000, canHear = () => Promise.resolve(true) } = dependencies
  const { onUnloaded = () => undefined } = dependencies
  let retrying: NodeJS.Timeout | undefined
  let told = ''
  let isSuspended = false
  /** Whether the hold key failed because the system lets Parley hear none. Asking again may prompt. */
  let isUnheard = false
  let lacksListener = false
  const held = new Map<Hotkey, string>()
  const failed = new Set<Hotkey>()
  let current: Accelerators = { toggle: null, hold: null, readSelection: null }
  let holdKey: HoldKey | undefined

  const inTurn = createSerialQueue()

  const actions: Record<Exclude<Hotkey, 'hold'>, () => void> = {
    toggle: dependencies.toggle,
    readSelection: dependencies.readSelection,
  }

  async function takeHold(accelerator: string): Promise<boolean> {
    isUnheard = true
    try {
      holdKey ??= createHoldKey(await createListener(), hold)
    } catch (error) {
      // The error names a library of the system that is missing.
      if (!lacksListener) onUnloaded(error)
      lacksListener = true
      return false
    }
    lacksListener = false
    // Registers the keys as well where possible, so that the frontmost app does not receive them.
    const isLone = loneModifiers.some((name) => name === accelerator)
    if (!isLone && !register(accelerator, () => undefined)) {
      isUnheard = false
      return false
    }
    if (await holdKey.set(accelerator)) return true
    if (!isLone) globalShortcut.unregister(accelerator)
    return false
  }

  function register(accelerator: string, action: () => void): boolean {
    try {
      return globalShortcut.register(accelerator, action)
    } catch {
      // Electron throws for an invalid accelerator.
      return false
    }
  }

  async function take(hotkey: Hotkey, accelerator: string): Promise<boolean> {
    if (!(await canHear(hotkey))) return false
    const isTaken =
      hotkey === 'hold' ? await takeHold(accelerator) : register(accelerator, actions[hotkey])
    if (isTaken) held.set(hotkey, accelerator)
    return isTaken
  }

  function release(hotkey: Hotkey): void {
    const accelerator = held.get(hotkey)
    if (accelerator === undefined) return
    held.delete(hotkey)
    if (hotkey === 'hold') holdKey?.clear()
    if (!loneModifiers.some((name) => name === accelerator)) globalShortcut.unregister(accelerator)
  }

  async function takeAll(): Promise<void> {
    for (const hotkey of hotkeyNames) {
      const accelerator = current[hotkey]
      release(hotkey)
      failed.delete(hotkey)
      if (accelerator !== null && !(await take(hotkey, accelerator))) failed.add(hotkey)
    }
  }

  /** Tells what is taken, if that has changed, and tries it again for as long as something is. */
  function tellTaken(): void {
    clearTimeout(retrying)
    if (failed.size > 0 && !isSuspended) {
      retrying = setTimeout(() => void inTurn(retry), retryMilliseconds)
      retrying.unref()
    }
    const taken = [...failed]
    if (told === taken.join()) return
    told = taken.join()
    onTaken(taken)
  }

  async function retry(): Promise<void> {
    if (isSuspended) return
    for (const hotkey of failed) {
      if (hotkey === 'hold' && isUnheard) continue
      const accelerator = current[hotkey]
      if (accelerator !== null && (await take(hotkey, accelerator))) failed.delete(hotkey)
    }
    tellTaken()
  }

  function conflictOf(hotkey: Hotkey, accelerator: string): HotkeyConflict | null {
    const keys = parseAccelerator(accelerator)
    if (!keys || !isSuitable(keys)) return 'unsuitable'
    const isLone = loneModifiers.some((name) => name === keys.key)
    if (isLone && hotkey !== 'hold') return 'unsuitable'
    const own = Object.values(dependencies.ownShortcuts())
    if (own.some((shortcut) => shortcut !== null && sameKeys(shortcut, accelerator))) {
      return 'parley'
    }
    const others = hotkeyNames.filter((name) => name !== hotkey)
    return others.some((name) => sameKeys(current[name] ?? '', accelerator)) ? 'hotkey' : null
  }

  async function change(
    hotkey: Hotkey,
    accelerator: string | null,
  ): Promise<HotkeyConflict | null> {
    if (accelerator === null) {
      release(hotkey)
      failed.delete(hotkey)
      current = { ...current, [hotkey]: null }
      return null
    }
    const conflict = conflictOf(hotkey, accelerator)
    if (conflict) return conflict
    const before = current[hotkey]
    release(hotkey)
    if (await take(hotkey, accelerator)) {
      failed.delete(hotkey)
      current = { ...current, [hotkey]: accelerator }
      return null
    }
    if (before !== null) {
      if (await take(hotkey, before)) failed.delete(hotkey)
      else failed.add(hotkey)
    }
    return hotkey === 'hold' && lacksListener ? 'listenerMissing' : 'system'
  }

  return {
    apply: (wanted) =>
      inTurn(() => {
        current = { ...wanted }
        return takeAll().finally(tellTaken)
      }),
    set: (hotkey, accelerator) => inTurn(() => change(hotkey, accelerator).finally(tellTaken)),
    suspend: (suspended) =>
      inTurn(async () => {
        isSuspended = suspended
        if (suspended) hotkeyNames.forEach(release)
        else await takeAll()
        tellTaken()
      }),
    failed: () => failed,
    lacksListener: () => lacksListener,
    close() {
      isSuspended = true
      clearTimeout(retrying)
      hotkeyNames.forEach(release)
    },
  }
}
