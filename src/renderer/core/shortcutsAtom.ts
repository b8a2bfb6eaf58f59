import { atom } from 'jotai'
import { resolveShortcuts } from '../../shared/commands.ts'
import type { CommandId } from '../../shared/commands.ts'
import { commandOf } from './shortcuts.ts'
import type { KeyPress } from './shortcuts.ts'
import { infoAtom, preferencesAtom, store } from './store.ts'

/** The shortcut of each command, with the user's changes. */
export const shortcutsAtom = atom((get) => resolveShortcuts(get(preferencesAtom)?.shortcuts ?? {}))

/** Returns the command whose keys are pressed; undefined for none. */
export function pressedCommand(press: KeyPress): CommandId | undefined {
  const info = store.get(infoAtom)
  return info && commandOf(press, store.get(shortcutsAtom), info.platform)
}
