import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createHistory } from '../../../src/main/app/history.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { openAssistantProfiles } from '../../../src/main/assistantProfiles/openAssistantProfiles.ts'
import { plainSetup } from '../../../src/shared/answerSetup.ts'
import { openChat } from '../../../src/main/chat/openChat.ts'
import type { ProviderLookup } from '../../../src/main/providers/provider.ts'
import {
  assistantFieldsSchema,
  type AssistantFields,
} from '../../../src/shared/assistantProfiles.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { ReplyFrame, ReplyInput } from '../../../src/shared/chat/chat.ts'
import { readRuntime } from '../../../src/main/runtime.ts'
import { scriptedProvider } from '../chat/scriptedProvider.ts'
import { collect, withoutFiles } from '../chat/testHistory.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const fileWorker = new URL(
  '../../../src/main/assistantProfiles/files/assistantFileWorker.ts',
  import.meta.url,
)
const caller = { windowId: 1 }
const model = { providerId: 'test', modelId: 'parrot-1' }
const poet: AssistantFields = {
  name: 'Poet',
  emoji: '🪶',
  description: '',
  openingQuestions: [],
  model: null,
  setup: { ...plainSetup, instructions: 'Answer in rhymes.', temperature: 1.2 },
}

/** Opens the feature and the chats on a folder, as a start does. */
function open(folder = temporaryFolder(), given?: ProviderLookup) {
  const logged: string[] = []
  const told: [string, unknown][] = []
  const log = (event: string): void => void logged.push(event)
  const rebuild = () => Promise.reject(new Error('Nothing is damaged here'))
  const history = createHistory({ folder, migrations, log, rebuild })
  const provider = scriptedProvider(async function* () {
    yield { type: 'text', text: 'Aye' }
    yield { type: 'finish', reason: 'stop' }
  })
  const lookup: ProviderLookup = given ?? (async () => provider)
  const context = {
    ...{ folder, runtime: readRuntime(process), log, history },
    createBroadcast: () => (name: PropertyKey, payload: unknown) =>
      void told.push([String(name), payload]),
    locale: () => 'en-US' as const,
  }
  const feature = openAssistantProfiles(context, {
    lookup,
    fileWorker,
    services: () => [{ providerId: 'test', service: 'parrots' }],
  })
  const chats = openChat(context, {
    lookup,
    attachments: {
      ...withoutFiles,
      read: withoutFiles.readFile,
      store: withoutFiles.storeFile,
    },
    tools: { list: async () => [] },
    instructions: (id) => feature.setup(id).instructions || null,
    parameters: feature.setup,
    effort: () => 'auto',
    onUsed: () => undefined,
    onGranted: () => undefined,
    onSpent: () => undefined,
    consent: () => Promise.resolve(true),
    onCreated: feature.beginChat,
    copiers: [feature.copier],
  })
  history.open()
  onTestFinished(() => history.close())
  const handlers = feature.handlers()
  if (!handlers) throw new Error('The history is closed')
  const reply = async (input: ReplyInput): Promise<ReplyFrame[]> => {
    const frames = chats.handlers()?.reply(input, new AbortController().signal, caller)
    return frames ? collect(frames) : []
  }
  const say = async (conversationId: string | null, parentId: string | null = null) => {
    const frames = await reply({
      ...{ kind: 'send', conversationId, parentId, text: 'Hi', files: [], model },
    })
    const started = frames.find((frame) => frame.type === 'started')
    return {
      conversationId: started?.conversation.id ?? '',
      leaf: started?.messages.at(-1)?.id ?? '',
    }
  }
  const chatHandlers = chats.handlers()
  if (!chatHandlers) throw new Error('The history is closed')
  return {
    ...{ folder, handlers, logged, told, say, chatHandlers },
    /** The requests for answers, without those for titles. */
    requests: () => provider.requests.filter((request) => request.conversationId !== undefined),
    setup: feature.setup,
    close: history.close,
  }
}

type Opened = ReturnType<typeof open>
const create = (opened: Opened, fields = poet) => opened.handlers.save({ id: null, fields }, caller)
const read = (opened: Opened, conversationId: string | null) =>
  opened.handlers.chat({ conversationId }, caller)

test('“Plain” is the default and adds nothing to a request', async () => {
  const opened = open()
  const { conversationId } = await opened.say(null)
  expect(await read(opened, conversationId)).toEqual({
    assistantId: null,
    setup: plainSetup,
    hasOwn: false,
    isReadable: true,
  })
  expect(opened.requests()[0]).toEqual({
    modelId: model.modelId,
    conversationId,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  })
})

test('what is set for a new chat goes with its first message, and the next chat begins plain', async () => {
  const opened = open()
  const setup = {
    ...plainSetup,
    instructions: '  Be brief.\n',
    effort: 'high' as const,
    temperature: 0,
    topP: 0.5,
    maxTokens: 50,
    stopWords: ['END'],
  }
  await opened.handlers.setChat({ conversationId: null, setup }, caller)
  const { conversationId } = await opened.say(null)
  expect(opened.requests()[0]).toEqual({
    modelId: model.modelId,
    conversationId,
    turns: [
      { role: 'system', parts: [{ type: 'text', text: '  Be brief.\n' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    ],
    effort: 'high',
    temperature: 0,
    topP: 0.5,
    outputTokensMaximum: 50,
    stopWords: ['END'],
  })
  expect(await read(opened, conversationId)).toMatchObject({ setup, hasOwn: true })
  expect(await read(opened, null)).toMatchObject({ setup: plainSetup, hasOwn: false })
})

test('a chat follows its assistant, in all values that are not its own', async () => {
  const opened = open()
  const { id } = await create(opened)
  const { conversationId, leaf } = await opened.say(null)
  await opened.handlers.setAssistant({ conversationId, assistantId: id }, caller)
  const own = { ...poet.setup, topP: 0.3 }
  expect(await opened.handlers.setChat({ conversationId, setup: own }, caller)).toEqual({
    assistantId: id,
    setup: own,
    hasOwn: true,
    isReadable: true,
  })
  const changed = { ...poet, setup: { ...poet.setup, instructions: 'Answer in haikus.' } }
  await opened.handlers.save({ id, fields: changed }, caller)
  await opened.say(conversationId, leaf)
  expect(opened.requests()[1]).toMatchObject({
    turns: [{ role: 'system', parts: [{ text: 'Answer in haikus.' }] }, {}, {}, {}],
    temperature: 1.2,
    topP: 0.3,
  })
  expect(await opened.handlers.setChat({ conversationId, setup: null }, caller)).toEqual({
    assistantId: id,
    setup: changed.setup,
    hasOwn: false,
    isReadable: true,
  })
})

test('the own values of a chat stay when its assistant changes', async () => {
  const opened = open()
  const { id } = await create(opened)
  const other = await create(opened, { ...poet, name: 'Judge', setup: plainSetup })
  await opened.handlers.setAssistant({ conversationId: null, assistantId: id }, caller)
  const setup = { ...poet.setup, instructions: '' }
  await opened.handlers.setChat({ conversationId: null, setup }, caller)
  expect(opened.setup(null)).toMatchObject({ instructions: '', temperature: 1.2 })
  await opened.handlers.setAssistant({ conversationId: null, assistantId: other.id }, caller)
  expect(opened.setup(null)).toEqual(plainSetup)
  await opened.handlers.setAssistant({ conversationId: null, assistantId: id }, caller)
  expect(opened.setup(null)).toMatchObject({ instructions: '', temperature: 1.2 })
})

test('a branch has the assistant and the own values of its chat', async () => {
  const opened = open()
  const { id } = await create(opened)
  const { conversationId, leaf } = await opened.say(null)
  await opened.handlers.setAssistant({ conversationId, assistantId: id }, caller)
  await opened.handlers.setChat({ conversationId, setup: { ...poet.setup, topP: 0.3 } }, caller)
  const branch = await opened.chatHandlers.branch({ messageId: leaf, title: '' }, caller)
  expect(await read(opened, branch.id)).toEqual(await read(opened, conversationId))
})

test('what was sent can be seen, and is what the model got', async () => {
  const opened = open()
  const { id } = await create(opened)
  await opened.handlers.setAssistant({ conversationId: null, assistantId: id }, caller)
  const first = await opened.say(null)
  const { leaf } = await opened.say(first.conversationId, first.leaf)
  const sent = async (messageId: string, before: number | null = null) =>
    opened.chatHandlers.sentRequest({ messageId, before }, caller)
  const { turns, temperature } = opened.requests().at(-1)!
  const [system, ...said] = turns
  expect(system?.parts).toEqual([{ type: 'text', text: 'Answer in rhymes.' }])
  expect(await sent(leaf)).toEqual({
    ...{ instructions: 'Answer in rhymes.', turns: said, tools: [], earlier: 0 },
    parameters: [{ name: 'temperature', value: String(temperature) }],
  })
  // Without the answers after it.
  expect((await sent(first.leaf)).turns).toEqual(said.slice(0, 1))
  let { leaf: last } = await opened.say(first.conversationId, leaf)
  for (let more = 0; more < 20; more += 1) {
    ;({ leaf: last } = await opened.say(first.conversationId, last))
  }
  const all = opened.requests().at(-1)!.turns.slice(1)
  const end = await sent(last)
  expect(end).toMatchObject({ turns: all.slice(-30), earlier: all.length - 30 })
  expect(await sent(last, end.earlier)).toMatchObject({ turns: all.slice(0, -30), earlier: 0 })
})

test('chats of a deleted assistant keep its values; all windows hear of it', async () => {
  const opened = open()
  const { id } = await create(opened)
  await opened.handlers.setAssistant({ conversationId: null, assistantId: id }, caller)
  const { conversationId } = await opened.say(null)
  await opened.handlers.remove({ id }, caller)
  expect(await read(opened, conversationId)).toEqual({
    assistantId: null,
    setup: poet.setup,
    hasOwn: true,
    isReadable: true,
  })
  expect(await opened.handlers.list({}, caller)).toEqual([])
  expect(opened.told).toContainEqual(['changed', [{ ...poet, id }]])
  expect(opened.told).toContainEqual(['removed', { id }])
  const removing = async () => opened.handlers.remove({ id }, caller)
  await expect(removing()).rejects.toMatchObject({ code: 'assistantMissing' })
})

test('everything is there again after a start, and ends with its chat', async () => {
  const first = open()
  const { id } = await create(first)
  await first.handlers.setAssistant({ conversationId: null, assistantId: id }, caller)
  const { conversationId } = await first.say(null)
  await first.chatHandlers.remove({ id: conversationId }, caller)
  await first.chatHandlers.restore({ id: conversationId }, caller)
  first.close()
  const second = open(first.folder)
  expect(await second.handlers.list({}, caller)).toEqual([{ ...poet, id }])
  expect(second.setup(conversationId)).toEqual(poet.setup)
  await second.chatHandlers.remove({ id: conversationId }, caller)
  await second.chatHandlers.erase({ ids: null }, caller)
  second.close()
  open(first.folder).close()
  const database = new DatabaseSync(join(first.folder, 'history.sqlite'))
  expect(database.prepare('SELECT * FROM chat_setup').all()).toEqual([])
  database.close()
})

test('a chat or an assistant that is gone is an error, and changes nothing', async () => {
  const opened = open()
  const conversationId = crypto.randomUUID()
  const toMissingChat = async () =>
    opened.handlers.setChat({ conversationId, setup: poet.setup }, caller)
  await expect(toMissingChat()).rejects.toMatchObject({ code: 'conversationMissing' })
  const missing = { conversationId: null, assistantId: crypto.randomUUID() }
  const toMissing = async () => opened.handlers.setAssistant(missing, caller)
  await expect(toMissing()).rejects.toMatchObject({ code: 'assistantMissing' })
  expect(opened.setup(null)).toEqual(plainSetup)
})

test('an assistant that can’t be read hides no others, and the log tells', async () => {
  const opened = open()
  const { id } = await create(opened)
  const kept = await create(opened, { ...poet, name: 'Judge' })
  spoil(opened, 'UPDATE assistant_profile SET fields = ? WHERE id = ?', '{"name":1}', id)
  expect(await opened.handlers.list({}, caller)).toEqual([kept])
  expect(opened.logged).toContain('An assistant could not be read')
})

test.each([
  ['its assistant can’t be read', "UPDATE assistant_profile SET fields = '{}'"],
  ['its assistant is gone', 'DELETE FROM assistant_profile'],
  ['its own values can’t be read', "UPDATE chat_setup SET own = '{'"],
])('a chat sends nothing while %s, and others do', async (_fault, sql) => {
  const opened = open()
  const { id } = await create(opened)
  await opened.handlers.setAssistant({ conversationId: null, assistantId: id }, caller)
  const { conversationId, leaf } = await opened.say(null)
  spoil(opened, sql)
  await opened.say(conversationId, leaf)
  expect(opened.requests()).toHaveLength(1)
  const page = { conversationId, before: null, limit: 5 }
  const { messages } = await opened.chatHandlers.messages(page, caller)
  expect(messages.at(-1)?.error).toMatchObject({ code: 'instructionsUnreadable' })
  expect(await read(opened, conversationId)).toEqual({
    ...{ assistantId: null, setup: plainSetup, hasOwn: false, isReadable: false },
  })
  await opened.say(null)
  expect(opened.requests()).toHaveLength(2)
})

test.each([
  ['storing values', { ...plainSetup, instructions: 'Be brief.' }],
  ['clearing all', null],
])('%s mends a chat that can’t be read', async (_change, setup) => {
  const opened = open()
  await opened.handlers.setChat({ conversationId: null, setup: poet.setup }, caller)
  spoil(opened, "UPDATE chat_setup SET own = '{'")
  await opened.handlers.setChat({ conversationId: null, setup }, caller)
  expect(opened.setup(null)).toEqual(setup ?? plainSetup)
})

test('deleting an assistant gives its values to no chat whose own ones can’t be read', async () => {
  const opened = open()
  const { id } = await create(opened)
  await opened.handlers.setAssistant({ conversationId: null, assistantId: id }, caller)
  spoil(opened, "UPDATE chat_setup SET own = '{'")
  await opened.handlers.remove({ id }, caller)
  expect(await read(opened, null)).toMatchObject({ isReadable: false })
})

/** Changes the history as another program may. */
function spoil({ folder }: Opened, sql: string, ...given: string[]): void {
  const database = new DatabaseSync(join(folder, 'history.sqlite'))
  database.prepare(sql).run(...given)
  database.close()
}

test('a provider that can’t tell offers all parameters, and one without a model none', async () => {
  const asked = { model, effort: 'auto' as const }
  const failing = open(undefined, () => Promise.reject(new AppError('providerMissing', 'Gone')))
  expect(await failing.handlers.parameters(asked, caller)).toMatchObject({ maxTemperature: 2 })
  expect(await open().handlers.parameters(asked, caller)).toMatchObject({ maxTemperature: null })
})

test('a file of assistants comes back with its card and model, and says what is there already', async () => {
  const { handlers } = open()
  const card = JSON.stringify({ spec: 'chara_card_v2', data: { name: 'Ahab', secret: [1] } })
  const fields = { ...poet, model, openingQuestions: ['A sonnet?'] }
  const [added] = await handlers.addAll({ assistants: [{ fields, card }] }, caller)
  if (!added) throw new Error('Nothing was added')
  const { text } = await handlers.exportFile({ ids: [added.id] }, caller)
  expect(JSON.parse(text)).toMatchObject({
    format: 'parley.assistant',
    assistants: [{ name: 'Poet', model: { service: 'parrots', id: 'parrot-1' } }],
  })
  const bytes = new TextEncoder().encode(text)
  const read = async () => handlers.readFiles({ files: [{ name: 'a.json', bytes }] }, caller)
  const found = [{ fields, card, left: [], isKnown: true }]
  expect(await read()).toEqual({ found, skipped: [] })
  // Edited since, it is still the one of the file, and keeps its card.
  await handlers.save({ id: added.id, fields: { ...fields, name: 'Bard' } }, caller)
  expect((await read()).found[0]?.isKnown).toBe(true)
  expect((await handlers.exportFile({ ids: [added.id] }, caller)).text).toContain('secret')
  await handlers.remove({ id: added.id }, caller)
  expect((await read()).found[0]?.isKnown).toBe(false)
})

test('an import of more assistants than fit adds none', async () => {
  const { handlers } = open()
  const one = { fields: poet, card: null }
  const many = Array.from({ length: 1000 }, () => one)
  await handlers.addAll({ assistants: [one] }, caller)
  await expect(async () => handlers.addAll({ assistants: many }, caller)).rejects.toMatchObject({
    code: 'tooManyAssistants',
  })
  expect(await handlers.list({}, caller)).toHaveLength(1)
})

test('a built-in assistant is added once, and stays as the user has edited it', async () => {
  const { handlers, told } = open()
  const [first] = await handlers.builtIn({}, caller)
  if (!first) throw new Error('There are no built-in assistants')
  const added = await handlers.addBuiltIn({ id: first.id }, caller)
  expect(added).toMatchObject(first.fields)
  const fields = assistantFieldsSchema.parse({ ...first.fields, name: 'Mine' })
  await handlers.save({ id: added.id, fields }, caller)
  expect(await handlers.addBuiltIn({ id: first.id }, caller)).toEqual({ ...fields, id: added.id })
  expect(await handlers.list({}, caller)).toHaveLength(1)
  expect(told.map(([name]) => name)).toEqual(['changed', 'changed'])
  await expect(handlers.addBuiltIn({ id: 'none' }, caller)).rejects.toMatchObject({
    code: 'assistantMissing',
  })
})
