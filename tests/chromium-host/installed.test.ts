import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { temporaryFolder } from '../main/storage/temporaryFolder.ts'
import { hostOnly } from './contractRuntime.ts'
import { runHost } from './runHost.ts'

const { test } = hostOnly('an installed host has a command of its own')

const app = join(import.meta.dirname, 'fixtures/installed')
const root = join(import.meta.dirname, '../..')

async function factsOf(env: Record<string, string>, ...given: string[]): Promise<unknown> {
  const { output } = await runHost([app, ...given], { PARLEY_BROWSER: '/bin/false', ...env })
  return JSON.parse(output)
}

test('a source tree is no package, and its command takes the app’s folder', async () => {
  expect(await factsOf({}, '--dictate')).toEqual({
    isPackaged: false,
    isDefaultApp: true,
    executable: join(root, 'chromium-host', 'electron'),
    given: [app, '--dictate'],
    inherited: null,
  })
})

test('an installed one names its command, which no program that it starts is given', async () => {
  expect(await factsOf({ PARLEY_COMMAND: '/usr/bin/parley' }, '--dictate')).toEqual({
    isPackaged: true,
    isDefaultApp: false,
    executable: '/usr/bin/parley',
    given: ['--dictate'],
    inherited: null,
  })
})

test('it starts again by its command once it has ended', async () => {
  const folder = temporaryFolder()
  const command = join(folder, 'parley')
  writeFileSync(command, `#!/bin/sh\necho "$@" > '${folder}/started'\n`)
  chmodSync(command, 0o755)
  await factsOf({ PARLEY_COMMAND: command }, '--again')
  const started = join(folder, 'started')
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toBe('--second\n')
})

test('it starts from a folder that was deleted', async () => {
  const folder = join(temporaryFolder(), 'gone')
  mkdirSync(folder)
  const host = join(root, 'chromium-host/electron')
  const script = `cd '${folder}' && rmdir '${folder}' && exec '${host}' '${app}'`
  const env = { ...process.env, PARLEY_BROWSER: '/bin/false' }
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], { env })
  expect(JSON.parse(stdout)).toMatchObject({ isPackaged: false })
})
