import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRuntime } from '../../src/main/runtime.ts'

const root = join(import.meta.dirname, '../..')
test('on Electron the pointer is known, on the Chromium host it is not', () => {
  const versions = { ...process.versions, electron: '40' }
  expect(readRuntime({ versions })).toMatchObject({ name: 'electron', knowsPointer: true })
  const hosted = { versions: { ...versions, chromiumHost: '1' } }
  expect(readRuntime(hosted)).toMatchObject({ name: 'chromium-host', knowsPointer: false })
})

test('nothing else in the app asks which of them it runs on', () => {
  const asking = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => readFileSync(join(root, 'src', name), 'utf8').includes('chromiumHost'))
  expect(asking).toEqual([join('main', 'runtime.ts')])
})
