import { expect, test } from 'vitest'
import { readAssistantFile } from '../../../../src/main/assistantProfiles/files/readAssistantFile.ts'
import { readTask } from '../../../../src/main/assistantProfiles/files/readTask.ts'
import { joinParts, partsOf, pngPart } from '../../../../src/main/pictures/metadata/pictureParts.ts'
import { encodePng } from '../../../../src/main/pictures/pixels/encodePng.ts'
import { runTask } from '../../../../src/main/workers/runTask.ts'

const read = (value: unknown) =>
  readAssistantFile(
    'file.json',
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  )

test('Cherry Studio’s file: a list, in which a bad entry is named and the rest stays', () => {
  const { found, skipped } = read([
    { id: '1', name: 'Cook', prompt: 'Cook. ', emoji: '🍳', group: ['Food'], type: 'agent' },
    { name: '', prompt: 'No name' },
    'text',
  ])
  expect(found).toMatchObject([
    { fields: { name: 'Cook', emoji: '🍳', setup: { instructions: 'Cook. ' } } },
  ])
  expect(found[0]?.left).toEqual(['group = Food'])
  expect(skipped).toEqual(['file.json [2]', 'file.json [3]'])
})

test('LobeChat’s agent: parameters that Parley has are taken, others and addresses are named', () => {
  const { found } = read({
    identifier: 'cook',
    meta: { title: 'Cook', description: 'Cooks', avatar: 'https://example.com/a.png', tags: [] },
    config: {
      systemRole: 'Cook.',
      model: 'gpt-4o',
      params: { temperature: 0.5, top_p: 7, presence_penalty: 0.1 },
      plugins: ['web-search'],
      openingQuestions: ['Soup?'],
    },
  })
  expect(found[0]?.fields).toMatchObject({
    name: 'Cook',
    emoji: '',
    description: 'Cooks',
    openingQuestions: ['Soup?'],
    model: null,
    setup: { instructions: 'Cook.', temperature: 0.5, topP: null },
  })
  expect(found[0]?.left).toEqual([
    'meta.avatar = https://example.com/a.png',
    'config.model = gpt-4o',
    'config.params.top_p = 7',
    'config.params.presence_penalty = 0.1',
    'config.plugins = web-search',
  ])
})

test('Open WebUI’s models; its functions and prompts are named, and nothing of them is taken', () => {
  const { found, skipped } = read([
    {
      id: 'cook',
      name: 'Cook',
      base_model_id: 'llama3',
      params: { system: 'Cook.', stop: ['END'], num_predict: 100 },
      meta: { suggestion_prompts: [{ content: 'Soup?' }] },
    },
    { id: 'f', name: 'Spy', type: 'filter', content: 'import os', valves: { key: 'sk' } },
    { command: '/sum', title: 'Sum up', content: 'Sum up' },
  ])
  expect(found).toMatchObject([
    {
      fields: {
        openingQuestions: ['Soup?'],
        setup: { instructions: 'Cook.', stopWords: ['END'], maxTokens: 100 },
      },
      left: ['base_model_id = llama3'],
    },
  ])
  expect(skipped).toEqual(['Spy', 'Sum up'])
})

test.each([
  [{ endpoint: 'openAI', title: 'P', promptPrefix: 'Be.', topP: 0.5, maxOutputTokens: 9 }],
  [{ endpoint: 'bedrock', title: 'P', system: 'Be.', top_p: 0.5, maxTokens: 9 }],
  [
    {
      object: 'assistant',
      name: 'P',
      instructions: 'Be.',
      top_p: 0.5,
      parameters: { max_tokens: 9 },
    },
  ],
  [{ name: 'P', system_prompt: 'Be.', top_p: 0.5, max_tokens: 9 }],
])('LibreChat’s presets, Jan’s assistants and loose JSON: %j', (entry) => {
  expect(read(entry).found[0]?.fields).toMatchObject({
    name: 'P',
    setup: { instructions: 'Be.', topP: 0.5, maxTokens: 9 },
  })
})

const card = {
  spec: 'chara_card_v3',
  data: {
    name: 'Ahab',
    description: '{{char}} hunts with <USER>. {{random:a,b}}',
    system_prompt: 'Be {{char}}. {{original}}',
    scenario: 'At sea',
    first_mes: 'Ahoy',
    creator_notes: 'Not for the model',
    character_book: {
      entries: [
        { content: 'Second', constant: true, enabled: true, insertion_order: 2 },
        { content: 'First', constant: true, enabled: true, insertion_order: 1 },
        { content: 'Rare', keys: ['whale'], enabled: true },
        { content: 'Off', constant: true, enabled: false },
      ],
    },
    extensions: { unknown: { deep: true } },
  },
}

test('a character card becomes instructions without its notes; the whole card is kept', () => {
  const [found] = read(card).found
  expect(found?.fields.setup.instructions).toBe(
    'Be Ahab.\n\nAhab hunts with User. {{random:a,b}}\n\nScenario: At sea\n\nFirst\n\nSecond',
  )
  expect(JSON.parse(found?.card ?? '')).toEqual(card)
  expect(found?.left).toEqual([
    'first_mes = Ahoy',
    'creator_notes = Not for the model',
    'extensions.unknown.deep',
    'character_book.entries (2)',
    '{{random:a,b}}',
  ])
})

test('a card of version 1 has no wrapper', () => {
  const [found] = read({
    name: 'Ahab',
    personality: 'stern',
    first_mes: 'Ahoy',
    mes_example: '',
  }).found
  expect(found?.fields.setup.instructions).toBe("Ahab's personality: stern")
})

test('a picture holds its card by keyword, version 3 before the copy, whatever their order', () => {
  const text = (keyword: string, value: unknown) =>
    pngPart(
      'tEXt',
      Buffer.from(`${keyword}\0${Buffer.from(JSON.stringify(value)).toString('base64')}`, 'latin1'),
    )
  const blank = encodePng({ width: 1, height: 1, data: new Uint8Array(4) })
  const parts = partsOf(blank)
  if (!parts) throw new Error('This is no picture')
  const old = { name: 'Old', first_mes: '', description: 'Old' }
  const added = [text('Comment', { name: 'No' }), text('chara', old), text('ccv3', card)]
  const [head, ...rest] = parts.parts
  const picture = joinParts({
    format: 'png',
    parts: [...(head ? [head] : []), ...rest.slice(0, 1), ...added, ...rest.slice(1)],
  })
  expect(readAssistantFile('a.png', picture).found[0]?.fields.name).toBe('Ahab')
  expect(() => readAssistantFile('b.png', blank)).toThrow('no assistants')
})

test.each([['{'], ['7'], ['[]'], [{ format: 'parley.assistant', version: 2, assistants: [] }]])(
  'a file without assistants, or of a newer version, is refused: %j',
  (value) => {
    expect(() => read(value)).toThrow()
  },
)

test('a file that is too much ends its thread, and names the file', async () => {
  const entry = new URL(
    '../../../../src/main/assistantProfiles/files/assistantFileWorker.ts',
    import.meta.url,
  )
  const bytes = Buffer.from(JSON.stringify([{ name: 'A', prompt: 'B'.repeat(50_000) }]))
  const limits = { milliseconds: 20_000, megabytes: 512, answerBytes: 1000 }
  await expect(
    runTask(entry, readTask, { name: 'a.json', bytes }, { limits, subject: 'a.json' }),
  ).rejects.toMatchObject({ code: 'tooHeavy', details: { subject: 'a.json' } })
})
