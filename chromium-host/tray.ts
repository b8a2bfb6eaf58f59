import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Menu } from './menu.ts'
import { nativeImage } from './nativeImage.ts'
import type { Offered } from './offered.ts'
import { refuse, strict } from './strict.ts'

type Image = Electron.NativeImage | string

const trays = new Set<Tray>()
const trayEvents: ReadonlySet<string> = new Set(['click', 'double-click', 'right-click'])

/** A tray icon as a model, which keeps what it is given: the host draws none. */
export class Tray extends EventEmitter implements Offered<Electron.Tray, 'setContextMenu'> {
  /** The host's own, for tests: what would be seen and chosen. */
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

  /** The host's own, for tests: the trays that are there. */
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

/** Electron throws as well for a picture that it can't read. */
function imageOf(image: Image): Electron.NativeImage {
  const read = typeof image === 'string' ? nativeImage.createFromPath(image) : image
  return read.isEmpty() ? refuse('A tray without a picture') : read
}
