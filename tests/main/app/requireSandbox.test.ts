import { expect, test } from 'vitest'
import { requireSandbox } from '../../../src/main/app/requireSandbox.ts'

const commandLine = (...switches: string[]) => ({
  hasSwitch: (name: string) => switches.includes(name),
})

test('an AppImage without a sandbox does not start, and says what to install', () => {
  const env = { APPIMAGE: '/home/ada/Parley.AppImage' }
  expect(() => requireSandbox(commandLine('no-sandbox'), env)).toThrow('Install the deb or rpm')
  expect(() => requireSandbox(commandLine(), env)).not.toThrow()
})

test('who runs the source tree as root may switch it off', () => {
  expect(() => requireSandbox(commandLine('no-sandbox'), {})).not.toThrow()
})
