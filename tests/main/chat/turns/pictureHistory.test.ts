import { expect, onTestFinished, test } from 'vitest'
import { readTurns } from '../../../../src/main/chat/turns/turns.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { Part } from '../../../../src/shared/chat/parts.ts'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { startFakeOpenAi, type FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { fakeKey, openAnthropic } from '../../providers/anthropic/openAnthropic.ts'
import { openBedrock } from '../../providers/bedrock/openBedrock.ts'
import { collect } from '../../providers/collect.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { modelWith } from '../../providers/openAiCompatible/turns.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

const png = { name: 'fox.png', mediaType: 'image/png', sizeBytes: 3 }
const first = { ...png, id: '1'.repeat(64) }
const second = { ...png, id: '2'.repeat(64), name: 'blue fox.png' }
const made = 'The picture is made, and the user sees it.'
const prompt = '{"prompt":"A fox"}'
/** OpenAI's ids of pictures are as long. */
const longId = (digit: string) => `ig_${digit.repeat(50)}`
const text = (said: string): Part => ({ type: 'text', text: said })

/** The answers of a model whose own service draws: asked for, made, held back, broken off. */
const hosted: Part[][] = [
  [
    { type: 'reasoning', text: 'I ask', encrypted: 'gAAAA', itemId: 'rs_1' },
    { type: 'toolCall', id: 'call_ask', name: 'generate_image', arguments: prompt },
    { type: 'toolResult', id: 'call_ask', text: 'The user allows it.', failed: false },
    { type: 'reasoning', text: 'I draw', encrypted: 'gAAAB', itemId: 'rs_2' },
    { type: 'toolCall', id: longId('a'), name: 'image_generation', arguments: prompt },
    { type: 'toolResult', id: longId('a'), text: made, failed: false, files: [first] },
    text('There.'),
  ],
  [
    { type: 'toolCall', id: longId('b'), name: 'image_generation', arguments: prompt },
    { type: 'toolResult', id: longId('b'), text: 'No picture was made. Blocked.', failed: true },
    text('I can’t.'),
  ],
  [{ type: 'toolCall', id: longId('c'), name: 'image_generation', arguments: '' }],
  [
    { type: 'reasoning', text: 'Blue', encrypted: 'gAAAC', itemId: 'rs_3' },
    { type: 'toolCall', id: longId('d'), name: 'image_generation', arguments: prompt },
    { type: 'toolResult', id: longId('d'), text: made, failed: false, files: [second] },
  ],
]

/** The answers of a model for which another one draws: made, made at once, not ready, denied. */
const drawn: Part[][] = [
  [
    { type: 'reasoning', text: 'I draw', signature: 'sealed' },
    text('One moment.'),
    { type: 'toolCall', id: 'toolu_1', name: 'generate_image', arguments: prompt },
    { type: 'toolCall', id: 'tooluse|x:y.1', name: 'generate_image', arguments: prompt },
    { type: 'toolResult', id: 'toolu_1', text: made, failed: false, files: [first] },
    { type: 'toolResult', id: 'tooluse|x:y.1', text: made, failed: false, files: [second] },
    text('There.'),
  ],
  [
    { type: 'toolCall', id: 'x'.repeat(80), name: 'generate_image', arguments: prompt },
    {
      ...{ type: 'toolResult', id: 'x'.repeat(80), text: 'Not ready yet.', failed: false },
      media: { jobId: crypto.randomUUID(), isAnswer: true },
    },
  ],
  [
    { type: 'toolCall', id: 'd', name: 'generate_image', arguments: prompt, state: 'denied' },
    { type: 'toolResult', id: 'd', text: 'The user said no.', failed: true },
  ],
  // Some services give the picture beside the text, without a call.
  [text('Here it is.'), { type: 'file', file: second }],
]

type Turns = ReplyRequest['turns']

const known = new Map<string, Promise<Turns>>()

/** Returns the turns of a chat with these answers, as a model of any service gets them. */
function turnsOf(answers: readonly Part[][], modelId = 'other'): Promise<Turns> {
  const key = `${modelId} ${JSON.stringify(answers)}`
  const turns = known.get(key) ?? readFromChat(answers, modelId)
  known.set(key, turns)
  return turns
}

async function readFromChat(answers: readonly Part[][], modelId: string): Promise<Turns> {
  const { replies, database } = openChat(saying('…'))
  let place: { conversationId: string | null; parentId: string | null } = {
    conversationId: null,
    parentId: null,
  }
  for (const parts of answers) {
    const { conversation, answer } = await exchange(replies, send('A fox', place))
    place = { conversationId: conversation.id, parentId: answer.id }
    const sql = 'UPDATE message SET parts = ? WHERE id = ?'
    database.run(sql, JSON.stringify(parts), answer.id)
  }
  const { question } = await exchange(replies, send('Make it blue', place))
  return readTurns(database, question?.id ?? '', {
    model: { providerId: 'test', modelId },
    readFile: (id) => Promise.resolve(Buffer.from([Number(id[0]), 2, 3])),
  })
}

const drawTool = { name: 'generate_image', description: 'Draws', parameters: { type: 'object' } }
const sighted = modelWith({ image: true, tools: true })
const blind = modelWith({ image: false })

async function openAi(): Promise<FakeOpenAi> {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  return fake
}

/** Each opens its service, and tells what that found wrong with requests. */
const services: Record<string, () => Promise<{ provider: Provider; faults: () => string[] }>> = {
  async Anthropic() {
    const fake = await startFakeAnthropic({ key: fakeKey })
    onTestFinished(() => fake.close())
    return { provider: openAnthropic(fake.origin), faults: () => fake.violations }
  },
  async 'chat completions'() {
    const fake = await openAi()
    const provider = openService(fake.baseUrl, { api: 'chat' })
    return { provider, faults: () => fake.violations }
  },
  async Responses() {
    const fake = await openAi()
    const provider = openService(fake.baseUrl, { api: 'responses' })
    return { provider, faults: () => fake.violations }
  },
  async Bedrock() {
    const fake = await startFakeBedrock()
    onTestFinished(() => fake.close())
    return { provider: openBedrock(fake.origin), faults: () => [] }
  },
}

const asked: Record<string, Partial<ReplyRequest>> = {
  'with the picture tool': { tools: [drawTool], model: sighted },
  'with the service’s own tool': { pictures: { model: null, maximum: 4 }, model: sighted },
  'without tools': { model: sighted },
  'without eyes': { model: blind },
}

for (const [service, open] of Object.entries(services)) {
  for (const [how, request] of Object.entries(asked)) {
    test.each([
      ['its service has drawn', hosted],
      ['another model has drawn', drawn],
      ['both have drawn', [...hosted, ...drawn, ...hosted.slice(3)]],
    ])(`${service} ${how} takes a chat in which %s`, async (_, answers) => {
      const { provider, faults } = await open()
      // The model that began the chat gets its reasoning back; any other does not.
      for (const modelId of ['parrot-1', 'other']) {
        const turns = await turnsOf(answers, modelId)
        const { error } = await collect(provider, { modelId, turns, ...request })
        expect(error).toBeUndefined()
        expect(faults()).toEqual([])
      }
    })
  }
}

test('a model that turns out to see nothing is asked again without the pictures of results', async () => {
  const fake = await openAi()
  fake.behave((_request, { body }) =>
    JSON.stringify(body).includes('image_url')
      ? {
          kind: 'status',
          status: 400,
          body: { error: { message: 'This model does not support image input.' } },
        }
      : { kind: 'answer', text: 'Blue' },
  )
  const turns = await turnsOf(hosted)
  const provider = openService(fake.baseUrl, { api: 'chat' })
  const { error, text: said } = await collect(provider, { modelId: 'other', turns })
  expect(error).toBeUndefined()
  expect(said).toBe('Blue')
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('fox.png (image/png)')
})
