import { atom } from 'jotai'
import { flushSync } from 'react-dom'
import { store } from '../core/store.ts'

/** In a narrower window, the panel lies over the chat. */
export const minWidthPixels = 1024

/** The open panel with a chat's instructions and parameters; undefined while it is closed. */
export const setupPanelAtom = atom<{ opener: HTMLElement | null } | undefined>(undefined)

export function openSetupPanel(): void {
  const { activeElement } = document
  const opener = activeElement instanceof HTMLElement ? activeElement : null
  store.set(setupPanelAtom, { opener })
}

/** Closes the panel, and gives the focus back to what opened it. */
export function closeSetupPanel(): void {
  const opener = store.get(setupPanelAtom)?.opener
  // At once: a chat that the panel lies over can't take the focus.
  flushSync(() => store.set(setupPanelAtom, undefined))
  if (opener?.isConnected) opener.focus()
}

export function toggleSetupPanel(): void {
  if (store.get(setupPanelAtom)) closeSetupPanel()
  else openSetupPanel()
}
