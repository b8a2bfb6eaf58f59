import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { CdpSession } from './cdp.ts'
import type { Offered } from './offered.ts'
import { strict } from './strict.ts'

type Source = 'system' | 'light' | 'dark'

/** Electron's nativeTheme. It knows the system's setting at the start of the app. */
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

  /** Returns the scheme for pages; '' if the system decides. */
  colorScheme(): string {
    return this.source === 'system' ? '' : this.source
  }

  /** Reads the system's setting from a page without an override. */
  async read(session: CdpSession): Promise<void> {
    const expression = "matchMedia('(prefers-color-scheme: dark)').matches"
    const { result } = await session.send('Runtime.evaluate', { expression })
    this.systemIsDark = result.value === true
  }
}
