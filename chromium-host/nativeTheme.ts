import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { CdpSession } from './cdp.ts'
import type { Offered } from './offered.ts'
import { strict } from './strict.ts'

type Source = 'system' | 'light' | 'dark'

/** Electron's nativeTheme; the system's own choice is the one at the app's start. */
export class NativeTheme extends EventEmitter implements Offered<Electron.NativeTheme> {
  private source: Source = 'system'
  private systemIsDark = false

  constructor() {
    super()
    return strict('nativeTheme', this)
  }

  get themeSource(): Source {
    return this.source
  }

  set themeSource(source: Source) {
    if (!['system', 'light', 'dark'].includes(source))
      throw new TypeError(`Unknown theme source '${source}'`)
    if (source === this.source) return
    this.source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? this.systemIsDark : this.source === 'dark'
  }

  get shouldUseHighContrastColors(): boolean {
    return false
  }

  /** What pages are told: nothing where the system decides. */
  colorScheme(): string {
    return this.source === 'system' ? '' : this.source
  }

  /** Reads the system's choice from a page that no choice of the app's reaches. */
  async read(session: CdpSession): Promise<void> {
    const expression = "matchMedia('(prefers-color-scheme: dark)').matches"
    const { result } = await session.send('Runtime.evaluate', { expression })
    this.systemIsDark = result.value === true
  }
}
