import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withLock } from '../../scripts/lock.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

const nothing = (): void => {}

test('lets one at a time work', async () => {
  const file = join(temporaryFolder(), 'a', 'lock')
  let working = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++working)
    await sleep(30)
    working--
  }
  await Promise.all([1, 2, 3].map(() => withLock(file, nothing, work)))
  expect(most).toBe(1)
  expect(existsSync(file)).toBe(false)
})

test('says once that it waits', async () => {
  const file = join(temporaryFolder(), 'lock')
  let waits = 0
  const slow = withLock(file, nothing, () => sleep(700))
  await withLock(
    file,
    () => waits++,
    async () => {},
  )
  await slow
  expect(waits).toBe(1)
})

test('takes over from a holder that was killed', async () => {
  const folder = temporaryFolder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeTree(folder, { lock: `${pid} gone` })
  await expect(withLock(join(folder, 'lock'), nothing, async () => 'done')).resolves.toBe('done')
})

test('takes over a lock that nobody keeps fresh, though the number lives on in another process', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'lock')
  writeTree(folder, { lock: `${process.pid} reused` })
  utimesSync(file, 0, 0)
  await expect(withLock(file, nothing, async () => 'done')).resolves.toBe('done')
})

test('is free again after a failure', async () => {
  const file = join(temporaryFolder(), 'lock')
  const failing = withLock(file, nothing, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(existsSync(file)).toBe(false)
})
