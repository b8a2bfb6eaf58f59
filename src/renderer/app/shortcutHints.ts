import i18next from 'i18next'
import { isCommandId } from '../../shared/commands.ts'
import type { CommandId } from '../../shared/commands.ts'
import { isObject, parseJson } from '../../shared/json.ts'
import type { JsonObject } from '../../shared/json.ts'
import { infoAtom, store } from '../core/store.ts'
import { storeLocally } from '../core/stored/storeLocally.ts'
import { showToast } from '../ui/layers/Toast.tsx'
import { commands } from './commands.ts'
import { shortcutsAtom } from '../core/shortcutsAtom.ts'
import { shortcutText } from '../core/shortcutText.ts'

/** Number of times that a command is run by mouse before its shortcut is shown. */
const usesBeforeHint = 3
const storageKey = 'commandsByMouse'

/**
 * Names the shortcut of a command, once, when the user has run it by mouse three times. Buttons
 * name their command in `data-command`.
 */
export function hintAtShortcuts(): void {
  window.addEventListener('click', (event) => {
    // A key or a screen reader presses a button without a count of clicks.
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const id = event.target.closest<HTMLElement>('[data-command]')?.dataset['command']
    if (id !== undefined && isCommandId(id)) countUse(id)
  })
}

function countUse(id: CommandId): void {
  const accelerator = store.get(shortcutsAtom)[id]
  const info = store.get(infoAtom)
  if (accelerator === null || !info) return
  const counts = readCounts()
  const uses = usesIn(counts, id) + 1
  if (uses > usesBeforeHint) return
  storeLocally(storageKey, JSON.stringify({ ...counts, [id]: uses }))
  if (uses < usesBeforeHint) return
  const keys = shortcutText(accelerator, info.platform)
  showToast(i18next.t('app.shortcutHint', { action: i18next.t(commands[id].titleKey), keys }))
}

/** Returns what is stored of each command; another program may have written anything there. */
function readCounts(): JsonObject {
  const counts = parseJson(localStorage.getItem(storageKey) ?? '')
  return isObject(counts) ? counts : {}
}

function usesIn(counts: JsonObject, id: CommandId): number {
  const uses = counts[id]
  return Number.isInteger(uses) ? Number(uses) : 0
}
