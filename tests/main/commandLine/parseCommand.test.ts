import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createAppPaths } from '../../../chromium-host/appPaths.ts'
import { findDataFolder } from '../../../src/main/commandLine/dataFolder.ts'
import { ownArguments } from '../../../src/main/commandLine/ownArguments.ts'
import { parseCommand } from '../../../src/main/commandLine/parseCommand.ts'

const asked = {
  model: undefined,
  files: [],
  json: false,
  readsInput: true,
  dataFolder: undefined,
}

test('a question is asked with its options on either side of it', () => {
  expect(parseCommand(['ask', 'How', 'tall?'])).toEqual({
    ...{ kind: 'ask', question: 'How tall?' },
    ...asked,
  })
  const given = [
    '--user-data-dir=/d',
    'ask',
    '-f',
    'a.pdf',
    'Why?',
    '--file=b',
    '-m',
    'm',
    '--json',
    '--no-stdin',
  ]
  expect(parseCommand(given)).toEqual({
    ...{ kind: 'ask', question: 'Why?', model: 'm', files: ['a.pdf', 'b'], json: true },
    readsInput: false,
    dataFolder: '/d',
  })
  expect(parseCommand(['ask', '--', '--why'])).toMatchObject({ question: '--why' })
})

test('a window is for everything else, even where a file or a text says ask', () => {
  const windows = [[], ['ask.pdf'], ['a.pdf', 'ask'], ['--dictate'], ['parley://new?text=ask']]
  for (const given of windows) expect(parseCommand(given)).toEqual({ kind: 'window', given })
})

test('run and a word stand for the switch of a hotkey', () => {
  expect(parseCommand(['run', 'dictate'])).toEqual({ kind: 'window', given: ['--dictate'] })
  expect(parseCommand(['--user-data-dir=/d', 'run', 'read', '--no-sandbox'])).toEqual({
    kind: 'window',
    given: ['--user-data-dir=/d', '--read-selection', '--no-sandbox'],
  })
  const problem = 'After run, name what to do: dictate or read'
  for (const given of [['run'], ['run', 'toString'], ['run', 'dictated']]) {
    expect(parseCommand(given)).toEqual({ kind: 'wrong', problem })
  }
  expect(parseCommand(['run', '--help'])).toEqual({ kind: 'help' })
})

test('help and version need no command, and an unknown option is wrong', () => {
  for (const given of [['--help'], ['-h'], ['ask', '-h']]) {
    expect(parseCommand(given)).toEqual({ kind: 'help' })
  }
  expect(parseCommand(['--version'])).toEqual({ kind: 'version' })
  expect(parseCommand(['ask', '--nope'])).toMatchObject({ kind: 'wrong' })
  expect(parseCommand(['ask', '--model'])).toMatchObject({ kind: 'wrong' })
})

test('the user’s own arguments follow the program and the app’s folder', () => {
  const folder = resolve('/app')
  expect(ownArguments(['/bin/parley', 'a', 'b'], folder)).toEqual(['a', 'b'])
  expect(ownArguments(['/bin/electron', '--no-sandbox', '/app', 'a'], folder)).toEqual(['a'])
  expect(ownArguments(['/bin/electron', '/app'], folder)).toEqual([])
})

test('a command finds the settings where the app has them', () => {
  const app = createAppPaths(() => 'Parley', '').get('userData')
  expect(findDataFolder(undefined, { ...process.env, PARLEY_USER_DATA: '' })).toBe(app)
  expect(findDataFolder(undefined, { PARLEY_USER_DATA: 'x' })).toBe(resolve('x'))
  expect(findDataFolder('y', { PARLEY_USER_DATA: 'x' })).toBe(resolve('y'))
})
