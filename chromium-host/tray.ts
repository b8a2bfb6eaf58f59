import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Menu } from './menu.ts'
import { nativeImage } from './nativeImage.ts'
import type { Offered } from './offered.ts'
import { refuse, strict } from './strict.ts'

type Image = Electron.NativeImage | string

const trays = new Set<Tray>()
const trayEvents: ReadonlySet<string> = new Set(['click', 'double-click', 'right-click'])

/** A tray icon without a view: the host stores its state and draws nothing. */
export class Tray extends EventEmitter implements Offered<Electron.Tray, 'setContextMenu'> {
  /** Host-only, for tests: the visible state and the menu. */
  image: Electron.NativeImage
  toolTip = ''
  menu: Menu | null = null
  private destroyed = false

  constructor(image: Image) {
    super()
    this.image = imageOf(image)
    const guarded = strict('Tray', this, trayEvents)
    trays.add(guarded)
    return guarded
  }

  /** Host-only, for tests: returns the existing trays. */
  static shown(): Tray[] {
    return [...trays].filter((tray) => !tray.destroyed)
  }

  setImage(image: Image): void {
    this.image = imageOf(image)
  }

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip
  }

  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  destroy(): void {
    this.destroyed = true
  }
}

/** Reads the image. Throws for an unreadable one, as Electron does. */
function imageOf(image: Image): Electron.NativeImage {
  const read = typeof image === 'string' ? nativeImage.createFromPath(image) : image
  return read.isEmpty() ? refuse('A tray without a picture') : read
}
