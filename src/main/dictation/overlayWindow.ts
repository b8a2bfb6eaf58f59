import { BrowserWindow, screen, type Display } from 'electron'
import type { Caller } from '../../shared/ipc/define.ts'
import type { Overlay } from './dictationSession.ts'
import { pagePreferences } from '../pagePreferences.ts'

export interface OverlayWindowOptions {
  url: string
  preload: string
  /** True if `screen` knows the pointer's position. */
  knowsPointer: boolean
  /** False if the window can't be shown without taking the focus. It then records unseen. */
  floats: boolean
  /** The page has crashed and lost its recording. It is being reloaded. */
  onCrashed: (reason: string) => void
}

export interface OverlayWindow extends Overlay {
  /** Creates the window hidden, so that the first key press need not wait for it. */
  prepare: () => void
  /** Returns whether a page is the one of this window. */
  owns: (caller: Caller) => boolean
  destroy: () => void
}

const size = { width: 420, height: 116 }
const marginFromEdge = 24

/** Creates the small window that shows dictation. It stays on top and never takes the focus. */
export function createOverlayWindow(options: OverlayWindowOptions): OverlayWindow {
  let window: BrowserWindow | undefined

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      ...size,
      show: false,
      focusable: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      title: 'Parley',
      // On macOS a panel does not activate its app. Elsewhere notification windows take no focus.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      ...(process.platform === 'linux' && { type: 'notification' }),
      webPreferences: {
        ...pagePreferences(options.preload),
        // The page keeps recording while its window is hidden.
        backgroundThrottling: false,
      },
    })
    opened.setAlwaysOnTop(true, 'screen-saver')
    opened.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true })
    opened.on('closed', () => (window = undefined))
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return
      options.onCrashed(reason)
      opened.webContents.reload()
    })
    void opened.loadURL(options.url)
    return opened
  }

  /** Returns the window's bounds: centred at the bottom of the display with the pointer. */
  function place(): { x: number; y: number; width: number; height: number } {
    const { workArea } = currentDisplay(options.knowsPointer)
    return {
      ...size,
      x: Math.round(workArea.x + (workArea.width - size.width) / 2),
      y: workArea.y + workArea.height - size.height - marginFromEdge,
    }
  }

  return {
    prepare: () => void (window ??= open()),
    owns: ({ windowId }) => window?.webContents.id === windowId,
    show() {
      window ??= open()
      if (!options.floats) return
      window.setBounds(place())
      window.showInactive()
    },
    hide: () => window?.hide(),
    destroy: () => window?.destroy(),
  }
}

/** Returns the display with the pointer, or the primary one if its position is unknown. */
function currentDisplay(knowsPointer: boolean): Display {
  if (!knowsPointer) return screen.getPrimaryDisplay()
  return screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
}
