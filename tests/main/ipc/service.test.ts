import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createRegistry } from '../../../src/main/ipc/registry.ts'
import { createService, maxPending } from '../../../src/main/ipc/service.ts'
import { AppError, errorCodes } from '../../../src/shared/errors.ts'
import { contract } from '../../../src/shared/ipc/contract.ts'
import { event, method, stream, type Contract } from '../../../src/shared/ipc/define.ts'
import { asking, isOwnPage, openPort } from './page.ts'

const notes = {
  add: method(z.object({ text: z.string().max(100) }), z.object({ length: z.number() })),
  fail: method(z.object({ foreseen: z.boolean() }), z.object({})),
  leak: method(z.object({}), z.object({ name: z.string() })),
  tags: method(z.object({ tags: z.record(z.string(), z.string()) }), z.object({})),
  never: method(z.object({}), z.object({})),
  count: stream(z.object({ to: z.number() }), z.object({ number: z.number() })),
  added: event(z.object({})),
}

function createNotes() {
  const unexpected: unknown[] = []
  const registry = createRegistry(
    { notes },
    {
      notes: {
        add: ({ text }) => ({ length: text.length }),
        fail: ({ foreseen }) => {
          if (foreseen) throw new AppError('conflict', 'Twice', { subject: 'note' })
          throw new TypeError('secret path')
        },
        leak: () => ({ name: 'a', key: 'sk-secret' }) as { name: string },
        tags: () => ({}),
        never: () => new Promise<Record<string, never>>(() => undefined),
        count: async function* ({ to }) {
          for (let number = 0; number < to; number += 1) yield Promise.resolve({ number })
        },
      },
    },
  )
  const service = createService({
    registry: () => registry,
    isOwnPage,
    onUnexpected: (_name, error) => unexpected.push(error),
  })
  return { service, unexpected }
}

describe('a call', () => {
  it('is answered with the parsed output', async () => {
    const { service } = createNotes()
    expect(await service.call(asking(), 'notes.add', { text: 'four' })).toEqual({
      ok: true,
      value: { length: 4 },
    })
  })

  it('leaves out what the output schema does not name', async () => {
    const { service } = createNotes()
    const reply = await service.call(asking(), 'notes.leak', {})
    expect(reply).toEqual({ ok: true, value: { name: 'a' } })
  })

  it('keeps the code and the details of a foreseen failure', async () => {
    const { service, unexpected } = createNotes()
    expect(await service.call(asking(), 'notes.fail', { foreseen: true })).toEqual({
      ok: false,
      error: { code: 'conflict', message: 'Twice', details: { subject: 'note' } },
    })
    expect(unexpected).toEqual([])
  })

  it('tells the page nothing of an unforeseen failure, and the log everything', async () => {
    const { service, unexpected } = createNotes()
    const reply = await service.call(asking(), 'notes.fail', { foreseen: false })
    expect(JSON.stringify(reply)).not.toContain('secret path')
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(unexpected).toEqual([new TypeError('secret path')])
  })

  it.each([
    ['another origin', asking('https://example.org/')],
    ['the same host under another scheme', asking('https://parley/')],
    ['a sub-frame of its own page', asking(undefined, { frame: true })],
    ['an address that is none', asking('nonsense')],
  ])('from %s is forbidden', async (_name, stranger) => {
    const { service } = createNotes()
    const reply = await service.call(stranger, 'notes.add', { text: '' })
    expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  })

  it.each(['notes.remove', 'notes.added', 'notes.count', '__proto__', 'constructor', 'notes', 7])(
    'of %s is of an unknown method',
    async (name) => {
      const { service } = createNotes()
      const reply = await service.call(asking(), name, {})
      expect(reply).toMatchObject({ ok: false, error: { code: 'unknownMethod' } })
    },
  )

  it('with 50 MB of text gets a short error that does not repeat it', async () => {
    const { service } = createNotes()
    const reply = await service.call(asking(), 'notes.add', { text: 'x'.repeat(50_000_000) })
    expect(reply).toMatchObject({ ok: false, error: { code: 'badInput' } })
    expect(JSON.stringify(reply).length).toBeLessThan(500)
  })

  it('cannot reach a prototype through __proto__', async () => {
    const { service } = createNotes()
    const tags: unknown = JSON.parse('{"tags": {"__proto__": "polluted", "a": "b"}}')
    await service.call(asking(), 'notes.tags', tags)
    const polluted: unknown = JSON.parse('{"__proto__": {"text": "polluted"}}')
    const reply = await service.call(asking(), 'notes.add', polluted)
    expect(reply).toMatchObject({ ok: false, error: { code: 'badInput' } })
    expect(Object.getPrototypeOf({})).not.toHaveProperty('a')
    expect({}).not.toHaveProperty('text')
  })

  it('past the bound of unanswered ones is refused, and others are still answered', async () => {
    const { service } = createNotes()
    for (let count = 0; count < maxPending; count += 1) {
      void service.call(asking(), 'notes.never', {})
    }
    const refused = await service.call(asking(), 'notes.add', { text: '' })
    expect(refused).toMatchObject({ ok: false, error: { code: 'tooManyAtOnce' } })
    const other = { ...asking(), sender: { id: 8 } }
    expect(await service.call(other, 'notes.add', { text: '' })).toMatchObject({ ok: true })
  })
})

describe('random calls', () => {
  it('get a typed reply, 10,000 times', async () => {
    const { service } = createNotes()
    const everything = createService({
      registry: () => createRegistry(contract as Contract, {}),
      isOwnPage,
      onUnexpected: () => undefined,
    })
    const names = Object.entries(contract).flatMap(([feature, definitions]) => {
      return Object.keys(definitions).map((name) => `${feature}.${name}`)
    })
    const name = fc.oneof(
      fc.constantFrom('notes.add', 'notes.tags', 'notes.fail', ...names),
      fc.string(),
      fc.anything(),
    )
    const input = fc.oneof(
      fc.anything({ withBigInt: true, withMap: true, withDate: true }),
      fc.json(),
    )
    await fc.assert(
      fc.asyncProperty(name, input, fc.boolean(), async (called, given, whole) => {
        const reply = await (whole ? everything : service).call(asking(), called, given)
        if (!reply.ok) expect(errorCodes).toContain(reply.error.code)
      }),
      { numRuns: 10_000 },
    )
    expect(await service.call(asking(), 'notes.add', { text: 'ok' })).toMatchObject({ ok: true })
  })
})

describe('a stream', () => {
  it('gives its frames in order, and then its end', async () => {
    const { service } = createNotes()
    const port = openPort()
    await service.stream(asking(), ['notes.count', { to: 5000 }], port.main)
    expect(await port.ended).toEqual({ type: 'end' })
    expect(port.frames()).toEqual(Array.from({ length: 5000 }, (_, number) => ({ number })))
  })

  it.each([
    ['an unknown name', ['notes.add', {}], 'unknownMethod'],
    ['a bad input', ['notes.count', { to: 'ten' }], 'badInput'],
    ['garbage', { length: 2 }, 'unknownMethod'],
  ])('with %s ends in a typed error', async (_name, message, code) => {
    const { service } = createNotes()
    const port = openPort()
    await service.stream(asking(), message, port.main)
    expect(await port.ended).toMatchObject({ type: 'error', error: { code } })
  })

  it('from another page is forbidden', async () => {
    const { service } = createNotes()
    const port = openPort()
    await service.stream(asking('https://example.org'), ['notes.count', { to: 1 }], port.main)
    expect(await port.ended).toMatchObject({ type: 'error', error: { code: 'forbidden' } })
  })
})
