import { BrowserWindow, nativeTheme, screen } from 'electron'
import icon from '../../../../build/icon.png?asset'
import type { WindowState } from '../../../shared/settings.ts'
import { keptState, placeWindow, minWindowHeight, minWindowWidth } from './windowState.ts'
import { pagePreferences } from '../../pagePreferences.ts'

/**
 * The page's background in both themes. The window shows it at once, so that it neither flashes nor
 * waits for the first paint.
 */
const backgrounds = { light: '#fdfdfc', dark: '#1c1b19' }
/** A page that lived longer than this is reloaded at once when it dies. */
const calmMilliseconds = 10_000
/** Number of prompt reloads of a page that dies sooner; later ones wait longer each time. */
const promptReloads = 3

interface MainWindow {
  url: string
  preload: string
  state: WindowState | null
  /** False where a window does not know its position, as on Wayland. */
  knowsPosition: boolean
  onStateChanged: (state: WindowState) => void
  onCrashed: (reason: string) => void
}

export function createMainWindow(options: MainWindow): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea)
  const placed = placeWindow(options.state, areas)
  const window = new BrowserWindow({
    ...placed,
    minWidth: minWindowWidth,
    minHeight: minWindowHeight,
    title: 'Parley',
    icon,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: {
      ...pagePreferences(options.preload),
      spellcheck: true,
    },
  })
  if (options.state?.maximized) window.maximize()
  // Saved at closing and after each move, because a killed app never closes its windows.
  const save = debounce(500, () => {
    if (window.isDestroyed() || window.isMinimized()) return
    options.onStateChanged(keptState(stateOf(window), options.knowsPosition ? null : placed))
  })
  window.on('resize', save.soon)
  window.on('move', save.soon)
  window.on('close', save.now)
  reloadAfterCrash(window, options.onCrashed)
  void window.loadURL(options.url)
  return window
}

function stateOf(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() }
}

function reloadAfterCrash(window: BrowserWindow, onCrashed: (reason: string) => void): void {
  let loadedAt = performance.now()
  let quickDeaths = 0
  const reload = (): void => {
    if (window.isDestroyed()) return
    loadedAt = performance.now()
    window.webContents.reload()
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    onCrashed(reason)
    quickDeaths = performance.now() - loadedAt < calmMilliseconds ? quickDeaths + 1 : 0
    const pause = 1000 * 2 ** (quickDeaths - promptReloads)
    if (quickDeaths < promptReloads) reload()
    else setTimeout(reload, Math.min(calmMilliseconds, pause))
  })
}

function debounce(milliseconds: number, run: () => void): { soon: () => void; now: () => void } {
  let timer: NodeJS.Timeout | undefined
  const now = (): void => {
    clearTimeout(timer)
    run()
  }
  return {
    soon: () => {
      clearTimeout(timer)
      timer = setTimeout(now, milliseconds)
    },
    now,
  }
}
