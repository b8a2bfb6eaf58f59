import type { LoginItemSettings, LoginItemSettingsOptions, Settings } from 'electron'
import { expect, test } from 'vitest'
import {
  createMacLoginItem,
  createWindowsLoginItem,
} from '../../../../src/main/app/startAtLogin/loginItem.ts'
import { changeLoginStart } from '../../../../src/main/app/startAtLogin/loginStart.ts'

const nothing: LoginItemSettings = {
  openAtLogin: false,
  wasOpenedAtLogin: false,
  status: 'not-registered',
  executableWillLaunchAtLogin: false,
  launchItems: [],
}

/** The registry of Windows, as far as Electron's documentation tells. */
function openRegistry() {
  const run = new Map<string, string>()
  const approved = { isOn: true }
  return {
    run,
    approved,
    setLoginItemSettings({ openAtLogin = false, path = '', args = [], name = 'id' }: Settings) {
      if (openAtLogin) run.set(name, [path, ...args].join(' '))
      else run.delete(name)
      approved.isOn = openAtLogin
    },
    getLoginItemSettings({ path = '' }: LoginItemSettingsOptions = {}) {
      const starts = [...run.values()].some((command) => command.startsWith(`${path} `))
      return { ...nothing, executableWillLaunchAtLogin: starts && approved.isOn }
    },
  }
}

test('on Windows paths are quoted, and the Task Manager decides', async () => {
  const registry = openRegistry()
  const program = String.raw`C:\Users\A B\parley.exe`
  const folder = String.raw`--user-data-dir=D:\my data`
  const login = createWindowsLoginItem(registry, [program, folder])
  expect(await login.read()).toEqual({ enabled: false, obstacle: null })
  await changeLoginStart(login, true)
  expect([...registry.run]).toEqual([['Parley', `"${program}" "${folder}" --hidden`]])
  registry.approved.isOn = false
  expect(await login.read()).toEqual({ enabled: false, obstacle: null })
  expect(await changeLoginStart(login, true)).toEqual({ enabled: true, obstacle: null })
  expect(await changeLoginStart(login, false)).toEqual({ enabled: false, obstacle: null })
  expect(registry.run.size).toBe(0)
})

test('a folder of Windows that ends with a backslash keeps its quotes', async () => {
  const registry = openRegistry()
  const login = createWindowsLoginItem(registry, ['C:\\parley.exe', '--user-data-dir=D:\\'])
  await changeLoginStart(login, true)
  expect(registry.run.get('Parley')).toBe(
    String.raw`"C:\parley.exe" "--user-data-dir=D:\\" --hidden`,
  )
})

test('macOS may wait for the user, and a system that changes nothing is an error', async () => {
  const asked: Settings[] = []
  const mac = { status: 'requires-approval' as LoginItemSettings['status'] }
  const login = createMacLoginItem({
    setLoginItemSettings: (settings) => void asked.push(settings),
    getLoginItemSettings: () => ({ ...nothing, ...mac }),
  })
  expect(await changeLoginStart(login, true)).toEqual({ enabled: false, obstacle: 'approval' })
  expect(asked).toEqual([{ openAtLogin: true }])
  mac.status = 'enabled'
  expect(await login.read()).toEqual({ enabled: true, obstacle: null })
  await expect(changeLoginStart(login, false)).rejects.toMatchObject({
    code: 'startAtLoginUnchanged',
  })
})
