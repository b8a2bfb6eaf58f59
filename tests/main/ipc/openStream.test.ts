import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openStream } from '../../../src/main/ipc/openStream.ts'
import type { AnyHandler } from '../../../src/main/ipc/registry.ts'
import { maxUnacknowledgedPosts, maxWaitingFrames } from '../../../src/main/ipc/frameQueue.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { stream } from '../../../src/shared/ipc/define.ts'
import { openPort } from './page.ts'

const caller = { windowId: 1 }
const text = z.string()

function entryOf(handler: (input: unknown, signal: AbortSignal) => AsyncIterable<unknown>) {
  const definition = stream(z.object({}), text, (first, second) => first + second)
  return { definition, handler: handler as AnyHandler }
}

describe('a stream over its port', () => {
  it('posts the first frames at once and joins those that come together', async () => {
    const port = openPort()
    const entry = entryOf(async function* () {
      yield 'a'
      for (const letter of 'bcdef') yield Promise.resolve(letter)
    })
    await openStream(entry, {}, caller, port.main)
    await port.ended
    expect(port.frames()).toEqual(['a', 'b', 'c', 'def'])
  })

  it('stops reading the source of a page that does not acknowledge, and drops nothing', async () => {
    const port = openPort({ acknowledges: false })
    let read = 0
    const total = maxWaitingFrames * 3
    const entry = entryOf(async function* () {
      for (; read < total; read += 1) {
        if (read < maxUnacknowledgedPosts * 2) await wait(20)
        yield Promise.resolve('x')
      }
    })
    const done = openStream(entry, {}, caller, port.main)
    await expect.poll(() => read).toBeGreaterThan(maxWaitingFrames)
    const readBefore = read
    await wait(100)
    expect(read).toBe(readBefore)
    expect(read).toBeLessThan(maxWaitingFrames + maxUnacknowledgedPosts + 5)
    const acknowledging = setInterval(port.acknowledge, 1)
    await done
    clearInterval(acknowledging)
    await port.ended
    expect(port.frames().join('')).toBe('x'.repeat(total))
  })

  it('aborts its source when the page closes the port', async () => {
    const port = openPort()
    let signal: AbortSignal | undefined
    let returned = false
    const entry = entryOf(async function* (_input, given) {
      signal = given
      try {
        for (;;) {
          yield 'x'
          await nextTurn()
        }
      } finally {
        returned = true
      }
    })
    const done = openStream(entry, {}, caller, port.main)
    await expect.poll(() => port.frames().length).toBeGreaterThan(2)
    port.close()
    await done
    expect(signal?.aborted).toBe(true)
    expect(returned).toBe(true)
  })

  it('gives what came before a failure, and then the failure', async () => {
    const port = openPort()
    const entry = entryOf(async function* () {
      yield 'half'
      await nextTurn()
      yield ' an answer'
      throw new AppError('streamBroken', 'The connection was cut')
    })
    await openStream(entry, {}, caller, port.main)
    expect(await port.ended).toMatchObject({ type: 'error', error: { code: 'streamBroken' } })
    expect(port.frames().join('')).toBe('half an answer')
  })

  it('fails where a frame does not fit its schema', async () => {
    const port = openPort()
    const entry = entryOf(async function* () {
      yield Promise.resolve(7)
    })
    expect(await openStream(entry, {}, caller, port.main)).toBeInstanceOf(z.ZodError)
    expect(await port.ended).toMatchObject({ type: 'error', error: { code: 'internal' } })
  })
})
