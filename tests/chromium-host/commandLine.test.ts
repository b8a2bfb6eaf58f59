import { expect } from 'vitest'
import { acceleratorKey } from '../../chromium-host/accelerator.ts'
import { createCommandLine } from '../../chromium-host/commandLine.ts'
import { readRunOptions } from '../../chromium-host/runOptions.ts'
import { hostOnly } from './contractRuntime.ts'

const { test } = hostOnly('this is a module of the host')

test('switches are read wherever they stand, and those of the host’s own are not passed on', () => {
  const line = createCommandLine([
    '.',
    '--Lang=de',
    '--user-data-dir=/data',
    '--flag',
    '--',
    '--not-a-switch',
  ])
  expect([
    line.getSwitchValue('lang'),
    line.hasSwitch('flag'),
    line.hasSwitch('not-a-switch'),
  ]).toEqual(['de', true, false])
  expect(line.getSwitchValue('user-data-dir')).toBe('/data')
  line.appendSwitch('proxy-server', 'http://127.0.0.1:1?a=b')
  line.removeSwitch('flag')
  expect(line.switches()).toEqual(['--lang=de', '--proxy-server=http://127.0.0.1:1?a=b'])
})

test('a page cannot be given Chromium switches through a link', () => {
  const line = createCommandLine(['.', 'parley://open?x=--remote-debugging-port=1'])
  expect(line.switches()).toEqual([])
})

test('the arguments are Electron’s', () => {
  const args = [
    '-r',
    'loader.js',
    '--no-sandbox',
    '--inspect=0',
    'app',
    '-r',
    '--inspect-brk=127.0.0.1:5858',
  ]
  expect(readRunOptions(args)).toEqual({
    requires: ['loader.js'],
    app: 'app',
    inspect: { port: 5858, wait: true },
  })
  expect(readRunOptions(['--inspect'])).toEqual({
    requires: [],
    app: undefined,
    inspect: { port: 9229, wait: false },
  })
})

test.each([
  ['CmdOrCtrl+Shift+I', 'linux', 'ctrl+shift+i'],
  ['CommandOrControl+Plus', 'darwin', 'meta+plus'],
  ['Shift+Alt+Escape', 'win32', 'alt+shift+esc'],
  ['F11', 'linux', 'f11'],
] as const)('the accelerator %s on %s is the key %s', (accelerator, platform, key) => {
  expect(acceleratorKey(accelerator, platform)).toBe(key)
})
