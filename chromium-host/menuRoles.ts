import type { BrowserWindow } from './browserWindow.ts'

export interface MenuRole {
  label: string
  accelerator?: string
  /** Runs the item. Editing roles without it work through Chromium's own keys. */
  run?(window: BrowserWindow | null, quit: () => void): void
  submenu?: readonly string[]
}

const zoomStep = 0.5
const isMac = process.platform === 'darwin'

/** The roles of Electron's menu items, by lower-case name. */
export const menuRoles: Record<string, MenuRole> = {
  undo: { label: 'Undo', run: (window) => window?.webContents.undo() },
  redo: { label: 'Redo', run: (window) => window?.webContents.redo() },
  cut: { label: 'Cut', run: (window) => window?.webContents.cut() },
  copy: { label: 'Copy', run: (window) => window?.webContents.copy() },
  paste: { label: 'Paste', run: (window) => window?.webContents.paste() },
  delete: { label: 'Delete', run: (window) => window?.webContents.delete() },
  selectall: { label: 'Select All', run: (window) => window?.webContents.selectAll() },
  reload: { label: 'Reload', accelerator: 'CmdOrCtrl+R', run: (window) => window?.reload() },
  forcereload: {
    label: 'Force Reload',
    accelerator: 'Shift+CmdOrCtrl+R',
    run: (window) => window?.webContents.reloadIgnoringCache(),
  },
  toggledevtools: {
    label: 'Toggle Developer Tools',
    accelerator: isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I',
    run: (window) => window?.webContents.toggleDevTools(),
  },
  resetzoom: {
    label: 'Actual Size',
    accelerator: 'CmdOrCtrl+0',
    run: (window) => window?.webContents.setZoomLevel(0),
  },
  zoomin: {
    label: 'Zoom In',
    accelerator: 'CmdOrCtrl+Plus',
    run: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + zoomStep),
  },
  zoomout: {
    label: 'Zoom Out',
    accelerator: 'CmdOrCtrl+-',
    run: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - zoomStep),
  },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: isMac ? 'Control+Command+F' : 'F11',
    run: (window) => window?.setFullScreen(!window.isFullScreen()),
  },
  minimize: { label: 'Minimize', accelerator: 'CmdOrCtrl+M', run: (window) => window?.minimize() },
  close: { label: 'Close Window', accelerator: 'CmdOrCtrl+W', run: (window) => window?.close() },
  quit: {
    label: isMac ? 'Quit' : 'Exit',
    ...(process.platform === 'win32' ? {} : { accelerator: 'CmdOrCtrl+Q' }),
    run: (_window, quit) => quit(),
  },
  editmenu: {
    label: 'Edit',
    submenu: [
      'undo',
      'redo',
      'separator',
      'cut',
      'copy',
      'paste',
      'delete',
      'separator',
      'selectAll',
    ],
  },
  viewmenu: {
    label: 'View',
    submenu: [
      'reload',
      'forceReload',
      'toggleDevTools',
      'separator',
      'resetZoom',
      'zoomIn',
      'zoomOut',
      'separator',
      'togglefullscreen',
    ],
  },
  windowmenu: { label: 'Window', submenu: ['minimize', 'close'] },
  filemenu: { label: 'File', submenu: [isMac ? 'close' : 'quit'] },
  appmenu: { label: 'App', submenu: ['quit'] },
}
