import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { hasDisplay, startVirtualDisplay } from '../../scripts/display.mjs'
import { eventually } from './processes.ts'

const answers = (display: string): Promise<boolean> => hasDisplay({ DISPLAY: display }, 'linux')

test('only Linux may lack a screen', async () => {
  expect(await hasDisplay({}, 'darwin')).toBe(true)
  expect(await hasDisplay({}, 'win32')).toBe(true)
  expect(await hasDisplay({}, 'linux')).toBe(false)
  expect(await hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
})

test('a DISPLAY nobody answers on is none', async () => {
  expect(await answers(':9754')).toBe(false)
  expect(await answers('localhost:9754')).toBe(false)
  expect(await answers('nonsense')).toBe(false)
})

describe.skipIf(process.platform !== 'linux')('a virtual display', () => {
  test('answers until it is stopped, and two have two numbers', async () => {
    const [first, second] = await Promise.all([startVirtualDisplay(), startVirtualDisplay()])
    expect(first.name).not.toBe(second.name)
    expect(await answers(first.name)).toBe(true)
    await second.stop()
    expect(await answers(first.name)).toBe(true)
    await first.stop()
    expect(await answers(first.name)).toBe(false)
  })

  test('does not outlive a process that was killed', async () => {
    const script = new URL('../../scripts/display.mjs', import.meta.url).href
    const code = `const { startVirtualDisplay } = await import(${JSON.stringify(script)})
      console.log((await startVirtualDisplay()).name); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code])
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    const name = chunk.toString().trim()
    expect(await answers(name)).toBe(true)
    child.kill('SIGKILL')
    await eventually(async () => !(await answers(name)))
  })
})
