import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { contractRuntimes, programOf, type ContractRuntime } from './contractRuntime.ts'
import { createBench, runApp, type Bench, type RunningApp } from './fixtureApp.ts'
import { packAsar } from './packAsar.ts'

const fixture = join(import.meta.dirname, 'fixtures/contract')
const { checks } = (await import(pathToFileURL(join(fixture, 'checks/checks.js')).href)) as {
  checks: Record<string, unknown>
}
const link = 'parley://new?text=a%20b'

/** Electron runs the app packed, as users have it. The Chromium host reads folders alone. */
async function packedFor(runtime: ContractRuntime, bench: Bench): Promise<string> {
  if (runtime === 'chromium-host') return fixture
  const file = join(await bench.dataFolder(), 'app.asar')
  await packAsar(fixture, file)
  return file
}

describe.each(contractRuntimes)('contract, %s', (runtime) => {
  let bench: Bench
  let running: RunningApp
  let second: RunningApp

  beforeAll(async () => {
    bench = await createBench('headed')
    const app = await packedFor(runtime, bench)
    const folder = await bench.dataFolder()
    const { program, switches } = programOf(runtime)
    const start = (argument: string): RunningApp => {
      const modules = `--modules=${join(projectRoot, 'package.json')}`
      return runApp(bench, folder, app, [...switches, modules, argument], program)
    }
    running = start('first')
    void running
      .event('second instance wanted')
      .then(() => (second = start(link)))
      .catch(() => undefined)
  })
  afterAll(() => bench.close())

  test.each(Object.keys(checks))('%s', async (title) => {
    const [problem] = await running.event(title)
    expect(problem).toBeNull()
  })

  test('an app that prevents quitting has the time to close what it has opened', async () => {
    expect(await running.exited).toBe(0)
    expect(await second.exited).toBe(0)
    const prevented = ['close', 'closed', 'before-quit', 'window-all-closed']
    const last = [...prevented, 'before-quit', 'will-quit', 'quit']
    expect(running.events.slice(-last.length)).toEqual(last)
  })
})
