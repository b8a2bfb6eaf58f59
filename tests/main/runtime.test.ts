import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRuntime } from '../../src/main/runtime.ts'

const root = join(import.meta.dirname, '../..')
const versions = { ...process.versions, electron: '40' }
const onX: Pick<NodeJS.Process, 'platform' | 'env'> = { platform: 'linux', env: { DISPLAY: ':0' } }

test('on Electron the pointer is known, on the Chromium host it is not', () => {
  const runtime = readRuntime({ versions, ...onX })
  expect(runtime).toMatchObject({ name: 'electron', knowsPointer: true })
  const hosted = { versions: { ...versions, chromiumHost: '1' }, ...onX }
  expect(readRuntime(hosted)).toMatchObject({ name: 'chromium-host', knowsPointer: false })
})

test('on Wayland no app knows the pointer', () => {
  const env = { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }
  expect(readRuntime({ versions, platform: 'linux', env }).knowsPointer).toBe(false)
  expect(readRuntime({ versions, platform: 'win32', env }).knowsPointer).toBe(true)
})

test('nothing else in the app asks which of them it runs on', () => {
  const asking = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => readFileSync(join(root, 'src', name), 'utf8').includes('chromiumHost'))
  expect(asking).toEqual([join('main', 'runtime.ts')])
})
