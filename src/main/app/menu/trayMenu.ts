import type { MenuItemConstructorOptions } from 'electron'
import type { Locale } from '../../../shared/languages.ts'
import { menuTextsIn } from './menuTexts.ts'

export interface TrayMenu {
  locale: Locale
  /** Whether a dictation listens; the same entry then ends it. */
  isDictating: boolean
  show: () => void
  dictate: () => void
  quit: () => void
}

/** Returns the tray's menu. */
export function trayTemplate(menu: TrayMenu): MenuItemConstructorOptions[] {
  const text = menuTextsIn(menu.locale)
  return [
    { id: 'showParley', label: text('showParley'), click: menu.show },
    {
      id: 'dictate',
      label: text(menu.isDictating ? 'endDictation' : 'dictate'),
      click: menu.dictate,
    },
    { type: 'separator' },
    { id: 'quit', label: text('quit'), click: menu.quit },
  ]
}
