import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from '../../../src/main/tools/checkInput.ts'
import { joinToolBoxes } from '../../../src/main/tools/joinToolBoxes.ts'
import { keepResult } from '../../../src/main/tools/keepResult.ts'
import { resultLimits } from '../../../src/main/tools/resultLimits.ts'
import { runTool } from '../../../src/main/tools/runTool.ts'
import type { ToolCallContext, Tool } from '../../../src/main/tools/tool.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { boxOf, said, testTool } from './testTool.ts'

const scope = { conversationId: 'chat', model: { providerId: 'p', modelId: 'm' } }
const context: ToolCallContext = {
  ...scope,
  messageId: 'message',
  toolCallId: 'call',
  argumentsText: '{}',
  earlier: [],
}
const forever = new AbortController().signal

describe('boxes', () => {
  test('become one, in which each name is there once and safe', async () => {
    const logged: string[] = []
    const first = testTool({ name: 'clock', title: 'First' })
    const box = joinToolBoxes(
      [
        boxOf(first),
        boxOf(
          testTool({ name: 'clock' }),
          testTool({ name: 'with space' }),
          testTool({ name: '' }),
        ),
        boxOf(testTool({ name: 'x'.repeat(65) }), testTool({ name: 'steam-search_2' })),
      ],
      (message) => logged.push(message),
    )
    const tools = await box.list(scope, forever)
    expect(tools.map(({ name }) => name)).toEqual(['clock', 'steam-search_2'])
    expect(tools[0]).toBe(first)
    expect(logged).toHaveLength(4)
  })

  test('that fail cost the answer nothing but their tools', async () => {
    const logged: string[] = []
    const broken = { list: () => Promise.reject(new Error('Not running')) }
    const broader = {
      list: () => {
        throw new Error('Not even a promise')
      },
    }
    const box = joinToolBoxes([broken, broader, boxOf(testTool({ name: 'clock' }))], (message) =>
      logged.push(message),
    )
    expect(await box.list(scope, forever)).toHaveLength(1)
    expect(logged).toHaveLength(2)
  })
})

describe('arguments', () => {
  const parameters = z.toJSONSchema(z.object({ city: z.string(), days: z.int().optional() }))
  const weather = testTool({ name: 'weather', parameters })

  test.each([
    [{ city: 'Oslo' }, null],
    [{ city: 'Oslo', days: 3 }, null],
    [{}, expect.stringContaining('city') as string],
    [{ city: 4 }, expect.stringContaining('city') as string],
    [{ city: 'Oslo', days: 1.5 }, expect.stringContaining('days') as string],
  ])('%j', async (input, expected) => {
    expect(await checkInput(weather, input, forever)).toEqual(expected)
  })

  test('are checked by the tool itself where it has a check', async () => {
    const own = testTool({ name: 'own', check: () => Promise.resolve('Too early.') })
    expect(await checkInput(own, {}, forever)).toBe('The arguments are wrong. Too early.')
  })

  test('whose schema can’t be read are not let through', async () => {
    const odd = testTool({ name: 'odd', parameters: { $ref: 'https://schemas.example/x' } })
    expect(await checkInput(odd, {}, forever)).toContain('could not be checked')
  })
})

describe('a run', () => {
  const stuck = (given?: Partial<Tool>) =>
    testTool({ name: 'stuck', run: () => new Promise(() => undefined), ...given })

  test('ends when its time is over, whether the tool heeds it or not', async () => {
    const result = await runTool(stuck({ timeoutMilliseconds: 30 }), {}, context, forever)
    expect(result).toEqual({
      parts: [{ type: 'text', text: 'There was no answer within 0.03 s' }],
      failed: true,
    })
  })

  test('ends with Stop', async () => {
    const result = await runTool(stuck(), {}, context, AbortSignal.abort())
    expect(result.failed).toBe(true)
  })

  test('that throws is a failed result', async () => {
    const broken = testTool({ name: 'broken', run: () => Promise.reject(new Error('No spring')) })
    expect(await runTool(broken, {}, context, forever)).toEqual({
      ...said('No spring'),
      failed: true,
    })
  })
})

describe('a result', () => {
  const stored = (bytes: Uint8Array, mediaType: string, name = '') =>
    Promise.resolve({ id: 'a'.repeat(64), name, mediaType, sizeBytes: bytes.byteLength })
  const file = (name: string, length = 3) => ({
    type: 'file' as const,
    name,
    mediaType: 'image/png',
    bytes: new Uint8Array(length),
  })

  test('keeps its texts and its files', async () => {
    const parts = [{ type: 'text' as const, text: 'one' }, file('a.png'), ...said('two').parts]
    expect(await keepResult({ parts, shown: '**x**', source: 'a.example' }, stored)).toEqual({
      text: 'one\n\ntwo',
      failed: false,
      files: [{ id: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', sizeBytes: 3 }],
      shown: '**x**',
      source: 'a.example',
    })
  })

  const readOn = `read_attachment reads on: file ${'a'.repeat(12)} from ${String(resultLimits.textLength)}`

  test('says what of it was too much', async () => {
    const long = 'x'.repeat(resultLimits.textLength + 5)
    const { text, rest } = await keepResult(said(long), stored)
    expect(rest).toMatchObject({ name: 'result.txt', sizeBytes: long.length })
    expect(text.endsWith(`x\n\n[Cut here: 5 more characters are left out. ${readOn}]`)).toBe(true)
    const full = () => Promise.reject(new AppError('diskFull', 'No room'))
    const unkept = await keepResult(said(long), full)
    expect(unkept.rest).toBeUndefined()
    expect(unkept.text.endsWith('x\n\n[Cut here: 5 more characters are left out.]')).toBe(true)
    const many = Array.from({ length: resultLimits.files + 1 }, (_, at) =>
      file(`${String(at)}.png`),
    )
    const kept = await keepResult({ parts: many }, stored)
    expect(kept.files).toHaveLength(resultLimits.files)
    expect(kept.text).toBe(`[${String(resultLimits.files)}.png was left out: too many files.]`)
    const huge = { parts: [file('huge.png', resultLimits.fileBytes + 1)] }
    expect((await keepResult(huge, stored)).text).toBe('[huge.png was left out: it is too large.]')
  })

  test('is one, even where the disk has no room for its files', async () => {
    const full = () => Promise.reject(new AppError('diskFull', 'No room'))
    expect(await keepResult({ parts: [...said('Done').parts, file('a.png')] }, full)).toEqual({
      text: 'Done\n\n[a.png was left out: it could not be stored.]',
      failed: false,
    })
  })
})
