import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSet } from '../../../../src/main/fineTuning/set/checkSet.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { chat, chats } from '../chats.ts'

async function check(lines: readonly (string | object)[] | Uint8Array) {
  const path = join(temporaryFolder(), 'set.jsonl')
  const text = Array.isArray(lines)
    ? lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    : (lines as Uint8Array)
  writeFileSync(path, text)
  return checkSet(path)
}

/** Checks one example among ten good ones, as line 11. */
async function faultsOf(example: object | string) {
  const { report } = await check([...chats(10), example])
  return report.findings.map(({ code, line, field, value }) => [code, line, field, value])
}

const call = (name: string, input = '{}') => ({
  role: 'assistant',
  tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: input } }],
})
const tools = [{ type: 'function', function: { name: 'look' } }]
const user = { role: 'user', content: 'Look.' }

test('good examples have no findings, and their tokens are counted', async () => {
  const { report } = await check(chats(12))
  expect(report).toMatchObject({
    ...{ examples: 12, method: 'supervised', faults: 0, findings: [], duplicates: 0 },
    isNearCut: false,
  })
  expect(report.tokens).toBeGreaterThan(12 * 20)
})

test.each([
  ['no JSON', 'nonsense', ['notObject', 11, '', '']],
  ['no messages', { messages: [] }, ['noMessages', 11, 'messages', '']],
  [
    'an unknown role',
    {
      messages: [
        { role: 'human', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
    ['role', 11, 'messages[0].role', 'human'],
  ],
  ['no answer at the end', { messages: [user] }, ['lastRole', 11, 'messages[0].role', '']],
  [
    'an answer of nothing',
    { messages: [user, { role: 'assistant', content: null }] },
    ['noContent', 11, 'messages[1].content', ''],
  ],
  [
    'a call of an undeclared tool',
    { messages: [user, call('seek')], tools },
    ['toolUndeclared', 11, 'messages[1].tool_calls[0].function.name', 'seek'],
  ],
  [
    'arguments that are no JSON',
    { messages: [user, call('look', '{')], tools },
    ['argumentsInvalid', 11, 'messages[1].tool_calls[0].function.arguments', ''],
  ],
  [
    'a call without a result',
    { messages: [user, call('look'), { role: 'assistant', content: 'Seen.' }], tools },
    ['callUnanswered', 11, 'messages[1].tool_calls[0]', 'c1'],
  ],
  [
    'a result without a call',
    {
      messages: [
        user,
        { role: 'tool', tool_call_id: 'c2', content: '1' },
        { role: 'assistant', content: 'One.' },
      ],
    },
    ['resultWithoutCall', 11, 'messages[1].tool_call_id', 'c2'],
  ],
  [
    'a weight of two',
    { messages: [user, { role: 'assistant', content: 'Seen.', weight: 2 }] },
    ['weight', 11, 'messages[1].weight', '2'],
  ],
  [
    'nothing to learn',
    { messages: [user, { role: 'assistant', content: 'Seen.', weight: 0 }] },
    ['weightsZero', 11, 'messages', ''],
  ],
  [
    'a picture at no address',
    {
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'file:///a.png' } }] },
        { role: 'assistant', content: 'A cat.' },
      ],
    },
    ['image', 11, 'messages[0].content[0].image_url', ''],
  ],
  [
    'a special token as text',
    chat('Complete this.', 'First <|fim_suffix|> then.'),
    ['specialToken', 11, 'messages[1].content', '<|fim_suffix|>'],
  ],
  [
    'a key, which is masked',
    chat('Whose is it?', `It is sk-proj-${'a1'.repeat(20)}.`),
    ['key', 11, '', 'sk-pro…'],
  ],
  ['a mail address', chat('Who asks?', 'mary@corp.co asks.'), ['personal', 11, '', 'mary@corp.co']],
])('the line of an example with %s is named', async (_name, example, finding) => {
  expect(await faultsOf(example)).toEqual([finding])
})

test('a call that ends an example, and one that is answered, are fine', async () => {
  const result = { role: 'tool', tool_call_id: 'c1', content: '7' }
  expect(await faultsOf({ messages: [user, call('look')], tools })).toEqual([])
  const answer = { role: 'assistant', content: 'Seven.' }
  expect(await faultsOf({ messages: [user, call('look'), result, answer], tools })).toEqual([])
})

test('preferences need an input and two answers, and do not mix with conversations', async () => {
  const answer = (content: string) => [{ role: 'assistant', content }]
  const pair = (number: number) => ({
    input: { messages: [{ role: 'user', content: `Which of the ${String(number)}?` }] },
    preferred_output: answer(`The first of ${String(number)}.`),
    non_preferred_output: answer('None.'),
  })
  const pairs = Array.from({ length: 10 }, (_none, index) => pair(index))
  const { report } = await check(pairs)
  expect(report).toMatchObject({ method: 'dpo', faults: 0 })
  const { preferred_output: _gone, ...half } = pair(11)
  const mixed = await check([...pairs, half, chat('Hi', 'Hello')])
  expect(mixed.report.counts).toEqual({ preferenceInvalid: 1, mixed: 1 })
})

test('a set of nine examples is too small', async () => {
  const { report } = await check(chats(9))
  expect(report).toMatchObject({
    faults: 1,
    findings: [{ code: 'tooFew', line: null, value: '9' }],
  })
})

test('bytes that are no text are named, and a mark at the beginning is only noted', async () => {
  const good = chats(10).map((line) => JSON.stringify(line))
  const marked = Buffer.concat([
    Buffer.from(`\ufeff${good.join('\r\n')}\r\n`),
    Buffer.from([0x7b, 0xff, 0x7d]),
  ])
  const { report } = await check(marked)
  expect(report).toMatchObject({
    examples: 10,
    faults: 1,
    counts: { byteOrderMark: 1, notUtf8: 1 },
  })
})

test('duplicates are found whatever the order of their fields, and near ones by their words', async () => {
  const words = Array.from({ length: 200 }, (_none, index) => `word${String(index)}`).join(' ')
  const set = [
    ...chats(10),
    { messages: chats(1)[0]?.messages, extra: undefined },
    chat('Say it.', words),
    chat('Say it.', words.replace('word199', 'other')),
    chat('Say it.', words.replaceAll('word1', 'other')),
  ]
  const { report, groups } = await check(set)
  expect(report.findings.map(({ code, line, value }) => [code, line, value])).toEqual([
    ['duplicate', 11, '1'],
    ['nearDuplicate', 13, '12'],
  ])
  expect(report.duplicates).toBe(1)
  expect([groups[10], groups[12], groups[13]]).toEqual([0, 11, 13])
})

test('only the first findings of a kind are named, and all are counted', async () => {
  const { report } = await check([...chats(10), ...Array.from({ length: 30 }, () => 'no')])
  expect(report.counts).toEqual({ notObject: 30 })
  expect(report.findings.map(({ line }) => line)).toEqual([11, 12, 13, 14, 15])
})
