import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createServerMarks, signalMarked } from '../../../src/main/processes/serverMarks.ts'
import { killMain } from './killMain.ts'
import { isRunning, processesWith } from './runningProcesses.ts'
import { temporaryFolder } from './serverScripts.ts'

for (const moment of ['runs', 0, 2, 5, 10, 20, 40, 80] as const) {
  test(`nothing runs after main is killed: ${moment === 'runs' ? 'all run' : `${String(moment)} ms later`}`, async () => {
    const folder = await temporaryFolder()
    await killMain(folder, moment, async () =>
      expect(await processesWith(folder)).not.toHaveLength(0),
    )
    await vi.waitFor(async () => expect(await processesWith(folder)).toStrictEqual([]), {
      timeout: 60_000,
      interval: 20,
    })
  })
}

test('the next start ends what an earlier run left, and nothing else', async () => {
  const folder = await temporaryFolder()
  const mark = randomUUID()
  const script = 'setInterval(() => {}, 1000)'
  const start = (environment: NodeJS.ProcessEnv) =>
    spawn(process.execPath, ['-e', script], { env: environment, stdio: 'ignore' })
  const left = start({ PARLEY_SERVER: mark })
  const other = start({ PARLEY_SERVER: randomUUID() })
  mkdirSync(join(folder, 'marks'))
  const marks = createServerMarks(join(folder, 'marks'))
  marks.add(mark)
  const ended = once(left, 'exit')
  await createServerMarks(join(folder, 'marks')).reap()
  await ended
  expect(await isRunning(other.pid ?? 0)).toBe(true)
  expect(await readdir(join(folder, 'marks'))).toStrictEqual([])
  other.kill('SIGKILL')
})

test('a signal for no mark reaches nobody', async () => {
  await signalMarked('KILL', [])
  expect(await isRunning(process.pid)).toBe(true)
})
