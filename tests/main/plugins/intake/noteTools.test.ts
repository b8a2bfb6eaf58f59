import { expect, test } from 'vitest'
import { noteTools, ownToolNames } from '../../../../src/main/plugins/intake/noteTools.ts'
import { builtInTools } from '../../../../src/main/tools/builtInTools.ts'
import { reservedNames } from '../../../../src/main/tools/discovery.ts'
import { defaultToolPreferences } from '../../../../src/shared/plugins/tools.ts'

const plain = { title: 'Does it', description: 'Does something.', parameters: {} }

function notesOf(names: readonly string[], others: readonly string[] = []): string[] {
  const tools = names.map((name) => ({ ...plain, name }))
  return noteTools(tools, others).map(({ code, subject }) => `${code} ${subject}`)
}

test.each([
  ['Cyrillic letters', 're\u0430d_file'],
  ['Greek letters', 'send_m\u03bfney'],
  ['Cyrillic letters alone', '\u0441\u043e\u0440\u0443'],
  ['full-width letters', '\uff52\uff45\uff41\uff44'],
  ['mathematical letters', '\u{1d5cb}\u{1d5be}ad'],
])('a name in %s is noted', (_how, name) => {
  expect(notesOf([name])).toEqual([`toolLooksLike ${name}`])
})

test.each([
  ['a zero-width joiner', 'read\u200dfile'],
  ['a zero-width space', 'read\u200bfile'],
  ['a byte order mark', '\ufeffread'],
  ['a mark of direction', 'read\u202eelif'],
  ['an isolate', 'read\u2066file'],
  ['a soft hyphen', 'read\u00adfile'],
  ['a tag character', 'read\u{e0041}'],
  ['a variation selector', 'read\ufe0f'],
])('a name with %s is noted', (_how, name) => {
  expect(notesOf([name])).toEqual([`hiddenCharacters ${name}`])
})

test.each([
  ['another tool of the list', ['list', '1ist'], []],
  ['a tool of another plugin', ['1ist'], ['list']],
  ['a tool of another plugin, by what is hidden', ['li\u200bst'], ['list']],
])('a name that looks like %s is noted', (_whose, names, others) => {
  const last = names.at(-1) ?? ''
  expect(notesOf(names, others)).toContain(`toolLooksLike ${last}`)
})

test.each(['search_knowledge', 'searchKnowledge', 'search-kn0wledge', 'calculate'])(
  '%s is taken for a tool of Parley',
  (name) => expect(notesOf([name])).toEqual([`toolLooksLike ${name}`]),
)

test.each([
  ['read_file', ['read_file', 'read-file']],
  ['поиск', []],
  ['поиск_youtube', []],
  ['查询天气', []],
  ['検索', []],
  ['überweisung', []],
])('%s is noted for nothing', (name, others) => {
  expect(notesOf([name], others)).toEqual([])
})

test.each([
  ['a title in two scripts', { title: 'Re\u0430d file' }, 'toolLooksLike'],
  ['a title with a joiner', { title: 'Read\u200dfile' }, 'hiddenCharacters'],
  ['a description', { description: 'Reads.\u{e0041}\u{e0042}' }, 'hiddenCharacters'],
  ['a parameter', { parameters: { a: { description: 'a\u200bb' } } }, 'hiddenCharacters'],
])('%s is noted', (_where, text, code) => {
  expect(noteTools([{ ...plain, name: 'read', ...text }], [])).toEqual([
    { code, path: 'tools.read', subject: 'read' },
  ])
})

test.each([{ title: 'Поиск в YouTube' }, { description: 'Family 👨‍👩‍👧 ❤️ ℹ️ می‌خواهم' }])(
  'usual texts are noted for nothing',
  (text) => expect(noteTools([{ ...plain, name: 'read', ...text }], [])).toEqual([]),
)

test('the tools that Parley has itself are known', async () => {
  const tools = builtInTools({
    dependencies: {} as Parameters<typeof builtInTools>[0]['dependencies'],
    preferences: () => defaultToolPreferences,
    describe: () => Promise.resolve({ capabilities: { tools: true } } as never),
  })
  const model = { providerId: 'test', modelId: 'parrot-1' }
  const listed = await tools.list({ conversationId: 'c', model }, new AbortController().signal)
  expect(listed.length).toBeGreaterThan(3)
  expect(ownToolNames).toEqual(expect.arrayContaining(listed.map(({ name }) => name)))
  expect(ownToolNames).toEqual(expect.arrayContaining([...reservedNames]))
})
