import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { historyPath, logPath } from '../../../src/main/storage/paths.ts'
import { send } from '../chat/testHistory.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { createTestHistory, type TestHistory } from './openTestHistory.ts'

function open(folder: string): TestHistory {
  const history = createTestHistory(folder)
  history.open()
  return history
}

async function say(history: TestHistory, text: string): Promise<string> {
  return (await history.reply(send(text))).at(-1)?.type ?? ''
}

const codes = (history: TestHistory): string[] => history.notices().map(({ code }) => code)

/** Returns a copy of the folder while it is in use, which is what a kill would leave. */
async function leftByKill(wait: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = temporaryFolder()
  const history = open(folder)
  expect(await say(history, 'first')).toBe('finished')
  await wait(folder)
  const left = temporaryFolder()
  cpSync(folder, left, { recursive: true })
  return left
}

/** Waits for the mark, which is written every two seconds. */
async function marked(folder: string): Promise<void> {
  const mark = `${historyPath(folder)}-mark`
  const before = statSync(mark).mtimeMs
  await expect.poll(() => statSync(mark).mtimeMs).not.toBe(before)
}

test('a kill and a clean end lose nothing, and nothing is said', async () => {
  const folder = await leftByKill(marked)
  const history = open(folder)
  expect(codes(history)).toEqual([])
  expect(await say(history, 'second')).toBe('finished')
  history.close()
  expect(existsSync(logPath(historyPath(folder)))).toBe(false)
  expect(codes(open(folder))).toEqual([])
})

test.each([
  ['removed', (log: string) => rmSync(log)],
  ['emptied', (log: string) => truncateSync(log, 0)],
  ['cut', (log: string) => truncateSync(log, statSync(log).size - 9000)],
])('a log that was %s while the app was away is noticed once', async (_how, harm) => {
  const folder = await leftByKill(marked)
  harm(logPath(historyPath(folder)))
  const history = open(folder)
  expect(history.fatal()).toBeNull()
  expect(codes(history)).toEqual(['databaseIncomplete'])
  history.close()
  expect(codes(open(folder))).toEqual([])
})

test('an older file in its place is noticed', async () => {
  const folder = temporaryFolder()
  const first = open(folder)
  await say(first, 'first')
  first.close()
  const older = join(temporaryFolder(), 'older')
  copyFileSync(historyPath(folder), older)
  const second = open(folder)
  await say(second, 'second')
  second.close()
  copyFileSync(older, historyPath(folder))
  expect(codes(open(folder))).toEqual(['databaseIncomplete'])
})

/** Locks the database as another program would. */
async function lock(folder: string): Promise<() => void> {
  const script = fileURLToPath(new URL('lockingProcess.ts', import.meta.url))
  const child = spawn(process.execPath, [script, historyPath(folder)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  await once(child.stdout, 'data')
  return () => child.stdin.end()
}

test('what is done while another program holds the database waits, and blocks nothing', async () => {
  const folder = temporaryFolder()
  const history = open(folder)
  await say(history, 'first')
  const release = await lock(folder)
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const said = say(history, 'second')
  const page = { before: null, limit: 10 }
  expect(await history.handlers()?.list(page, { windowId: 1 })).toHaveLength(1)
  setTimeout(release, 1000)
  expect(await said).toBe('finished')
  delays.disable()
  // Far below the five seconds that SQLite itself could wait; other work on the machine adds to it.
  expect(delays.max / 1e6).toBeLessThan(2000)
  expect(await history.handlers()?.list(page, { windowId: 1 })).toHaveLength(2)
})

test('a database that is held at the start is opened as soon as it is free', async () => {
  const folder = temporaryFolder()
  open(folder).close()
  const release = await lock(folder)
  const history = open(folder)
  expect(history.fatal()?.code).toBe('databaseLocked')
  const opened = new Promise<void>((resolve) => history.awaitUnlocked(resolve))
  release()
  await opened
  expect(history.fatal()).toBeNull()
  expect(await say(history, 'first')).toBe('finished')
})

test('a database that stays held says so', async () => {
  const folder = temporaryFolder()
  const history = open(folder)
  await lock(folder)
  await expect(say(history, 'first')).rejects.toMatchObject({ code: 'databaseLocked' })
})
