import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { eventually, isAlive } from './processes.ts'

const script = new URL('../../scripts/runApp.mjs', import.meta.url).href

/** A process that runs `body` through runApp and exits with its code. */
function start(body: string, grace = 8_000): ChildProcessWithoutNullStreams {
  const code = `const { runApp } = await import(${JSON.stringify(script)})
    process.exitCode = await runApp(process.execPath, ['-e', ${JSON.stringify(body)}], {}, ${grace})`
  return spawn(process.execPath, ['--input-type=module', '-e', code])
}

async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return chunk.toString().trim()
}

async function exitCode(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  const [code] = (await once(child, 'close')) as [unknown]
  return code
}

const idle = 'console.log(process.pid); setInterval(() => {}, 1000)'

describe.skipIf(process.platform === 'win32')('a program run to its end', () => {
  test("passes its exit code on, and a signal's number", async () => {
    expect(await exitCode(start('process.exit(7)'))).toBe(7)
    expect(await exitCode(start('process.kill(process.pid, "SIGKILL")'))).toBe(137)
  })

  test('is asked once to close, however often one presses Ctrl+C', async () => {
    const child = start(`let asked = 0
      process.on('SIGTERM', () => { asked++; setTimeout(() => process.exit(asked), 300) })
      ${idle}`)
    await firstLine(child)
    child.kill('SIGINT')
    child.kill('SIGTERM')
    child.kill('SIGINT')
    expect(await exitCode(child)).toBe(1)
  })

  test('takes its own children along', async () => {
    const grandchild = JSON.stringify(idle)
    const child =
      start(`require('node:child_process').spawn(process.execPath, ['-e', ${grandchild}],
      { stdio: 'inherit' }); setInterval(() => {}, 1000)`)
    const pid = Number(await firstLine(child))
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGTERM')
    await exitCode(child)
    await eventually(() => !isAlive(pid))
  })

  test('is killed when it does not close', async () => {
    const child = start(`process.on('SIGTERM', () => {}); ${idle}`, 500)
    const pid = Number(await firstLine(child))
    child.kill('SIGTERM')
    expect(await exitCode(child)).toBe(137)
    expect(isAlive(pid)).toBe(false)
  })

  test.skipIf(process.platform !== 'linux')('ends with a starter that was killed', async () => {
    const child = start(idle)
    const pid = Number(await firstLine(child))
    child.kill('SIGKILL')
    await eventually(() => !isAlive(pid))
  })
})
