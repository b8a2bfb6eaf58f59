import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { acceleratorKey } from './accelerator.ts'
import { BrowserWindow } from './browserWindow.ts'
import { menuRoles } from './menuRoles.ts'
import type { Offered } from './offered.ts'
import { refuse, strict } from './strict.ts'

type Options = Electron.MenuItemConstructorOptions

let applicationMenu: Menu | null = null
let onApplicationMenu: () => void = () => undefined
let quit: () => void = () => undefined

/** Connects the application menu to the app: its keys, and the quit role. */
export function setMenuHost(host: { menuChanged(): void; quit(): void }): void {
  onApplicationMenu = host.menuChanged
  quit = host.quit
}

/** A menu item without a native view: the host draws no native menus. */
export class MenuItem implements Offered<Electron.MenuItem, 'role' | 'submenu'> {
  readonly id: string
  readonly type: NonNullable<Options['type']>
  readonly role: Options['role'] | undefined
  readonly accelerator: string | null
  readonly submenu: Menu | undefined
  readonly click: (...args: unknown[]) => void
  label: string
  enabled: boolean
  visible: boolean
  checked: boolean

  constructor(options: Options) {
    const role = options.role ? menuRoles[options.role.toLowerCase()] : undefined
    if (options.role && !role) refuse(`The menu role '${options.role}'`)
    const submenu = options.submenu ?? role?.submenu?.map(itemOfRole)
    this.id = options.id ?? ''
    this.role = options.role
    this.type = options.type ?? (submenu ? 'submenu' : 'normal')
    this.label = options.label ?? role?.label ?? ''
    this.accelerator = options.accelerator ?? role?.accelerator ?? null
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    if (Array.isArray(submenu)) this.submenu = Menu.buildFromTemplate(submenu)
    else this.submenu = submenu as unknown as Menu | undefined
    this.click = (...args) => {
      if (!this.enabled) return
      const window = BrowserWindow.getFocusedWindow()
      if (this.type === 'checkbox') this.checked = !this.checked
      if (this.type === 'radio') this.checked = true
      if (role?.run) role.run(window, quit)
      else options.click?.(this as never, (args[1] ?? window) as never, args[2] ?? {})
    }
    return strict('MenuItem', this)
  }
}

function itemOfRole(role: string): Options {
  return role === 'separator'
    ? { type: 'separator' }
    : { role: role as NonNullable<Options['role']> }
}

export class Menu
  extends EventEmitter
  implements Offered<Electron.Menu, 'items' | 'append' | 'insert' | 'getMenuItemById'>
{
  readonly items: MenuItem[] = []

  constructor() {
    super()
    return strict('Menu', this)
  }

  static buildFromTemplate(template: readonly (Options | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
    onApplicationMenu()
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }

  append(item: MenuItem): void {
    this.items.push(item)
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  popup(): never {
    return refuse('Menu.popup')
  }
}

function itemsWithKeys(menu: Menu | null | undefined): [string, MenuItem][] {
  return (menu?.items ?? []).flatMap((item) => {
    const own: [string, MenuItem][] = item.accelerator
      ? [[acceleratorKey(item.accelerator), item]]
      : []
    return [...own, ...itemsWithKeys(item.submenu)]
  })
}

/** Returns the accelerators of the application menu. */
export function acceleratorKeys(): string[] {
  return itemsWithKeys(applicationMenu).map(([key]) => key)
}

/** Runs the application menu's item for a key that a page reported. */
export function runAccelerator(key: string, window: BrowserWindow | null): void {
  const item = itemsWithKeys(applicationMenu).find(([known]) => known === key)?.[1]
  item?.click(undefined, window ?? undefined, { triggeredByAccelerator: true })
}
