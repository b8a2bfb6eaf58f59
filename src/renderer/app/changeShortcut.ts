import { commandIds, defaultShortcuts } from '../../shared/commands.ts'
import type { ChangedShortcuts, CommandId, Shortcuts } from '../../shared/commands.ts'

/**
 * Returns the user's changes after a command is given these keys, null for none. Whatever command
 * the user had given them to loses them.
 */
export function changeShortcut(
  changed: ChangedShortcuts,
  id: CommandId,
  accelerator: string | null,
): ChangedShortcuts {
  const others = Object.entries(changed)
    .filter(([other]) => other !== id)
    .map(([other, keys]) => [other, accelerator !== null && keys === accelerator ? null : keys])
  const own = accelerator === defaultShortcuts[id] ? [] : [[id, accelerator]]
  return Object.fromEntries([...others, ...own]) as ChangedShortcuts
}

/** Returns the other command that has these keys. */
export function commandWith(
  accelerator: string,
  { shortcuts, except }: { shortcuts: Shortcuts; except: CommandId },
): CommandId | undefined {
  return commandIds.find((id) => id !== except && shortcuts[id] === accelerator)
}

/** Tells whether keys are those of a hotkey, whose names may be in another order. */
export function isHotkey(accelerator: string, hotkeys: readonly (string | null)[]): boolean {
  const wanted = partsOf(accelerator)
  return hotkeys.some((hotkey) => hotkey !== null && partsOf(hotkey) === wanted)
}

function partsOf(accelerator: string): string {
  return accelerator.toLowerCase().split('+').toSorted().join('+')
}
