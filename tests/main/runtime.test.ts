import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRuntime } from '../../src/main/runtime.ts'

const root = join(import.meta.dirname, '../..')
const execPath = '/opt/electron'

test('on Electron the program itself starts a folder, and the pointer is known', () => {
  const runtime = readRuntime({ versions: { ...process.versions, electron: '40' }, execPath })
  expect(runtime).toMatchObject({ name: 'electron', knowsPointer: true })
  expect(runtime.programFor('/app')).toBe(execPath)
})

test('on the Chromium host its own script does', () => {
  const versions = { ...process.versions, electron: '40', chromiumHost: '1' }
  const runtime = readRuntime({ versions, execPath })
  expect(runtime).toMatchObject({ name: 'chromium-host', knowsPointer: false })
  expect(runtime.programFor('/app')).toBe(join('/app', 'chromium-host', 'electron'))
})

test('nothing else in the app asks which of them it runs on', () => {
  const asking = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => readFileSync(join(root, 'src', name), 'utf8').includes('chromiumHost'))
  expect(asking).toEqual([join('main', 'runtime.ts')])
})
