import type { WebPreferences } from 'electron'
import { refuse } from './strict.ts'

/** Throws for preferences that weaken a page: the host runs sandboxed, isolated pages only. */
export function checkPreferences(preferences: WebPreferences): void {
  if (preferences.nodeIntegration) refuse('webPreferences.nodeIntegration')
  if (preferences.contextIsolation === false) refuse('webPreferences.contextIsolation: false')
  if (preferences.sandbox === false) refuse('webPreferences.sandbox: false')
  if (preferences.webSecurity === false) refuse('webPreferences.webSecurity: false')
  if (preferences.partition || preferences.session) refuse('webPreferences.partition and session')
}
