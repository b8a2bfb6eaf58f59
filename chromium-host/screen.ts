import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { CdpSession } from './cdp.ts'
import type { Offered } from './offered.ts'
import { strict } from './strict.ts'

/**
 * Electron's screen module. It knows the displays that Chromium reported at the start of the app.
 */
export class Screen extends EventEmitter implements Offered<Electron.Screen> {
  private displays: Electron.Display[] = []

  constructor() {
    super()
    return strict('screen', this)
  }

  async read(session: CdpSession): Promise<void> {
    const { screenInfos } = await session.send('Emulation.getScreenInfos')
    this.displays = screenInfos.map((info) => {
      const bounds = { x: info.left, y: info.top, width: info.width, height: info.height }
      const workArea = {
        x: info.availLeft,
        y: info.availTop,
        width: info.availWidth,
        height: info.availHeight,
      }
      const { width, height } = bounds
      return {
        id: Number(info.id),
        label: info.label,
        bounds,
        workArea,
        size: { width, height },
        workAreaSize: { width: workArea.width, height: workArea.height },
        scaleFactor: info.devicePixelRatio,
        rotation: info.orientation.angle,
        internal: info.isInternal,
        colorDepth: info.colorDepth,
      } as Partial<Electron.Display> as Electron.Display
    })
  }

  getAllDisplays(): Electron.Display[] {
    return [...this.displays]
  }

  getPrimaryDisplay(): Electron.Display {
    return this.displays[0]!
  }

  getDisplayNearestPoint({ x, y }: Electron.Point): Electron.Display {
    const distance = ({ bounds }: Electron.Display): number =>
      Math.hypot(
        x - Math.min(Math.max(x, bounds.x), bounds.x + bounds.width),
        y - Math.min(Math.max(y, bounds.y), bounds.y + bounds.height),
      )
    return this.displays.toSorted((one, other) => distance(one) - distance(other))[0]!
  }

  getDisplayMatching({ x, y, width, height }: Electron.Rectangle): Electron.Display {
    return this.getDisplayNearestPoint({ x: x + width / 2, y: y + height / 2 })
  }
}
