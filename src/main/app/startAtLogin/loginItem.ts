import type { App } from 'electron'
import { switches } from '../../commandLine/switches.ts'
import type { LoginStart } from './loginStart.ts'

type LoginItems = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>

/** Starts Parley by the login items of macOS, which show it to the user in System Settings. */
export function createMacLoginItem(app: LoginItems): LoginStart {
  return {
    place: 'System Settings > General > Login Items',
    async read() {
      const { status } = app.getLoginItemSettings()
      return {
        enabled: status === 'enabled',
        obstacle: status === 'requires-approval' ? 'approval' : null,
      }
    },
    set: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
    // macOS finds an app by its id, wherever it is.
    renew: async () => undefined,
  }
}

/** The value in the registry. Electron's own name for it changes with the app's. */
const name = 'Parley'

/** Starts Parley by the registry of Windows. */
export function createWindowsLoginItem(
  app: LoginItems,
  [program, ...given]: readonly [string, ...string[]],
): LoginStart {
  // Electron writes and compares a command line as it is given.
  const path = quoted(program)
  const args = [...given.map(quoted), switches.hidden]
  return {
    place: String.raw`HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Run`,
    // False also if the user turned it off in the Task Manager. `openAtLogin` tells neither that
    // nor of a value with a name of ours.
    read: async () => ({
      enabled: app.getLoginItemSettings({ path }).executableWillLaunchAtLogin,
      obstacle: null,
    }),
    set: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin, path, args, name }),
    // Electron tells of values with this program alone.
    renew: async () => undefined,
  }
}

/** Windows allows no quotes in paths. A backslash before the closing one would escape it. */
function quoted(path: string): string {
  return `"${path.replace(/\\+$/, '$&$&')}"`
}
