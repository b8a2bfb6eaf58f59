import { BrowserWindow, screen, type Display } from 'electron'
import type { Overlay } from './session.ts'

export interface OverlayWindowOptions {
  url: string
  preload: string
  /** The page has died, and with it what it recorded; a new one is being loaded. */
  onCrashed: (reason: string) => void
}

export interface OverlayWindow extends Overlay {
  /** Makes the window, out of sight, so that the first key press does not wait for it. */
  prepare: () => void
  destroy: () => void
}

const size = { width: 420, height: 116 }
const marginFromEdge = 24

/** The small window that shows what dictation does, above all others and never with the focus. */
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
      // A panel of macOS's does not activate its app; elsewhere windows of this kind ask for none.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      ...(process.platform === 'linux' && { type: 'notification' }),
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: true,
        webSecurity: true,
        // It records while it is hidden behind nothing but its own readiness.
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

  /** At the bottom of the display that the pointer is on, in the middle. */
  function place(): { x: number; y: number; width: number; height: number } {
    const { workArea } = currentDisplay()
    return {
      ...size,
      x: Math.round(workArea.x + (workArea.width - size.width) / 2),
      y: workArea.y + workArea.height - size.height - marginFromEdge,
    }
  }

  return {
    prepare: () => void (window ??= open()),
    show() {
      window ??= open()
      window.setBounds(place())
      window.showInactive()
    },
    hide: () => window?.hide(),
    destroy: () => window?.destroy(),
  }
}

/** The Chromium host does not know where the pointer is. */
function currentDisplay(): Display {
  if (process.versions['chromiumHost']) return screen.getPrimaryDisplay()
  return screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
}
