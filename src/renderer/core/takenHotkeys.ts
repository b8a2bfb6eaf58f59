import { atom } from 'jotai'
import type { Hotkey } from '../../shared/speech/dictation.ts'
import type { Api } from './bridge.ts'
import { store } from './store.ts'

/** The hotkeys that another program has. */
export const takenHotkeysAtom = atom<readonly Hotkey[]>([])

/** Keeps `takenHotkeysAtom` up to date. */
export function followTakenHotkeys(api: Api): void {
  const show = (taken: readonly Hotkey[]): void => store.set(takenHotkeysAtom, taken)
  api.dictation.takenHotkeysChanged(show)
  api.dictation.takenHotkeys({}).then(show, reportError)
}
