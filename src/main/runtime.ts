import type { Info } from '../shared/app.ts'

/** The names of Parley's desktop entry in its kinds of packages. */
export const desktopEntries = ['app.parley.Parley.desktop', 'parley.desktop'] as const
export type DesktopEntry = (typeof desktopEntries)[number]

/** The facts in which Electron and the Chromium host differ behind the same API. */
export interface Runtime {
  name: Info['runtime']
  /** Whether `screen` can say where the pointer is. */
  knowsPointer: boolean
  /** Whether its windows are X's wherever there is an X server, also under Wayland. */
  prefersX: boolean
  /** Whether a page can record that has never been shown. */
  recordsUnseen: boolean
  /** Whether a window can hand files to other programs. */
  dragsFiles: boolean
  /** The name of the desktop entry in packages with this runtime. */
  desktopEntry: DesktopEntry
  /** Returns an address of one of the app's schemes as pages know it. */
  inPage: (address: string) => string
}

type Process = Pick<NodeJS.Process, 'versions' | 'env' | 'platform'>

/** Returns the facts of the given process. Nothing else asks which runtime it is on. */
export function readRuntime({ versions, env, platform }: Process): Runtime {
  if (versions['chromiumHost'] === undefined) {
    return {
      name: 'electron',
      // Wayland tells no app, and XWayland only while the pointer is over one of X's windows.
      knowsPointer: platform !== 'linux' || !env['WAYLAND_DISPLAY'],
      prefersX: false,
      recordsUnseen: true,
      dragsFiles: true,
      desktopEntry: 'app.parley.Parley.desktop',
      inPage: (address) => address,
    }
  }
  return {
    name: 'chromium-host',
    knowsPointer: false,
    prefersX: true,
    recordsUnseen: false,
    dragsFiles: false,
    desktopEntry: 'parley.desktop',
    inPage: (address) => address.replace(/^(\w+):\/\/([^/]+)/, 'https://$2.$1.invalid'),
  }
}
