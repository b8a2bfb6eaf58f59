import { expect, test } from 'vitest'
import { readPromptFile } from '../../../../src/main/prompts/files/readPromptFile.ts'
import { maxPrompts, maxPromptTextLength } from '../../../../src/shared/limits.ts'

const read = (value: unknown) =>
  readPromptFile(
    'file.json',
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  )

test('each entry that can’t be used is named with its place and problem, the rest is found', () => {
  const { found, skipped } = read({
    format: 'parley.prompts',
    version: 1,
    prompts: [
      { name: 'Good', command: 'good', text: 'Text' },
      'text',
      { name: 'Empty', text: ' ' },
      { name: 'Long', text: 'x'.repeat(maxPromptTextLength + 1) },
      { text: 'No name' },
    ],
  })
  expect(found).toEqual([{ fields: { name: 'Good', command: 'good', text: 'Text' }, left: [] }])
  expect(skipped).toEqual([
    { position: 2, name: '', problem: 'noPrompt' },
    { position: 3, name: 'Empty', problem: 'noText' },
    { position: 4, name: 'Long', problem: 'tooLong' },
    { position: 5, name: '', problem: 'noPrompt' },
  ])
})

test('prompts of Open WebUI: the command loses its slash, what Parley lacks is named', () => {
  const { found } = read([
    {
      command: '/sum up',
      title: 'Sum up',
      content: 'Sum up {{text | textarea:required}} by {{day | text:default="today"}}',
      timestamp: 1,
      access_control: { read: ['team'] },
    },
    { command: '/fix', name: 'Fix', content: 'Fix it' },
  ])
  expect(found[0]?.fields).toMatchObject({ name: 'Sum up', command: '' })
  expect(found[0]?.left).toEqual([
    'command = sum up',
    'access_control',
    '{{text}}: textarea:required',
  ])
  expect(found[1]?.fields).toEqual({ name: 'Fix', command: 'fix', text: 'Fix it' })
})

test('prompts beyond the limit are named, never dropped in silence', () => {
  const { found, skipped, skippedCount } = read(
    Array.from({ length: maxPrompts + 300 }, () => ({ name: 'One', text: 'Text' })),
  )
  expect(found).toHaveLength(maxPrompts)
  expect(skipped[0]).toEqual({ position: maxPrompts + 1, name: 'One', problem: 'tooMany' })
  // Not all are named, but all are counted.
  expect([skipped.length, skippedCount]).toEqual([200, 300])
})

test('a mark at the beginning of the file does no harm, and no half of a character is made', () => {
  const name = `${'x'.repeat(98)}😀 and more`
  const { found } = read(`\uFEFF${JSON.stringify([{ name, text: 'Text' }])}`)
  expect(found[0]?.fields.name.isWellFormed()).toBe(true)
  expect(found[0]?.left).toEqual([`name = ${name.slice(0, 80)}…`])
})

test('parts of an entry past the limit are not left out in silence', () => {
  const others = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`part${String(at)}`, 1]))
  const { found } = read([{ name: 'One', text: 'Text', ...others }])
  expect(found[0]?.left).toHaveLength(51)
  expect(found[0]?.left.at(-1)).toBe('…')
})

test.each([
  ['no JSON', 'name: x'],
  ['an empty list', []],
  ['a number', 7],
  ['a newer version', { format: 'parley.prompts', version: 2, prompts: [] }],
  ['assistants', { format: 'parley.assistant', version: 1, assistants: [] }],
])('%s is refused by the file’s name', (_name, value) => {
  expect(() => read(value)).toThrow(
    expect.objectContaining({ code: 'unreadable', details: { subject: 'file.json' } }),
  )
})
