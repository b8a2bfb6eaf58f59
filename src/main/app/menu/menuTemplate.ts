import type { MenuItemConstructorOptions } from 'electron'
import type { CommandId, Shortcuts } from '../../../shared/commands.ts'
import type { Locale } from '../../../shared/languages.ts'
import { menuTextsIn, type MenuKey } from './menuTexts.ts'

interface Menu {
  platform: NodeJS.Platform
  locale: Locale
  shortcuts: Shortcuts
  /** Whether the menu includes the developer tools. */
  development: boolean
  choose: (id: CommandId) => void
  showDataFolder: () => void
}

type Item = MenuItemConstructorOptions
/** The roles of Electron for which Parley has a text. */
type Role = NonNullable<Item['role']> & MenuKey
const separator: Item = { type: 'separator' }

/**
 * Returns the application menu by the platform's conventions. It sends commands to the page, which
 * has the table of them; other entries are Electron's roles, with labels in the user's language.
 */
export function menuTemplate(menu: Menu): Item[] {
  const text = menuTextsIn(menu.locale)
  const role = (name: Role): Item => ({ role: name, label: text(name) })
  const command = (id: CommandId, label = text(id)): Item => ({
    id,
    label,
    // The page handles its own shortcuts, which the user may change: the menu shows them without
    // registering.
    accelerator: menu.shortcuts[id] ?? '',
    registerAccelerator: false,
    click: () => {
      menu.choose(id)
    },
  })
  const mac = menu.platform === 'darwin'
  /**
   * Returns hidden entries with further keys of a role: most layouts type the plus with Shift, or
   * on the number pad.
   */
  const otherKeys = (name: Role, ...accelerators: string[]): Item[] =>
    accelerators.map((accelerator) => ({ ...role(name), accelerator, visible: false }))
  /** Returns the entry of a command that asks before it does something. */
  const asking = (id: CommandId): Item =>
    command(
      id,
      text('more').replace('{{title}}', () => text(id)),
    )
  const settings = asking('openSettings')

  const application: Item = {
    label: 'Parley',
    submenu: [
      role('about'),
      separator,
      settings,
      separator,
      role('services'),
      separator,
      role('hide'),
      role('hideOthers'),
      role('unhide'),
      separator,
      role('quit'),
    ],
  }
  const file: Item = {
    label: text('file'),
    submenu: [
      command('newChat'),
      command('renameChat'),
      command('deleteChat'),
      separator,
      asking('printChat'),
      separator,
      ...(mac ? [role('close')] : [settings, separator, role('close'), role('quit')]),
    ],
  }
  const edit: Item = {
    label: text('edit'),
    submenu: [
      role('undo'),
      role('redo'),
      separator,
      role('cut'),
      role('copy'),
      role('paste'),
      role('selectAll'),
      separator,
      command('findInChat'),
      command('searchChats'),
    ],
  }
  const view: Item = {
    label: text('view'),
    submenu: [
      command('openPalette'),
      command('toggleSidebar'),
      separator,
      role('resetZoom'),
      role('zoomIn'),
      role('zoomOut'),
      ...otherKeys('resetZoom', 'CmdOrCtrl+num0'),
      ...otherKeys('zoomIn', 'CmdOrCtrl+=', 'CmdOrCtrl+numadd'),
      ...otherKeys('zoomOut', 'CmdOrCtrl+numsub'),
      separator,
      role('togglefullscreen'),
      ...(menu.development ? [separator, role('reload'), role('toggleDevTools')] : []),
    ],
  }
  const window: Item = {
    label: text('window'),
    ...(mac && { role: 'window' as const }),
    submenu: [role('minimize')],
  }
  const help: Item = {
    label: text('help'),
    ...(mac && { role: 'help' as const }),
    submenu: [{ label: text('dataFolder'), click: menu.showDataFolder }],
  }
  return [...(mac ? [application] : []), file, edit, view, window, help]
}
