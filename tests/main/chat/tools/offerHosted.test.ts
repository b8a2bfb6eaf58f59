import { expect, onTestFinished, test } from 'vitest'
import { hostedPictureTool } from '../../../../src/main/media/tool/hostedPictureTool.ts'
import type { HostedDrawing } from '../../../../src/main/media/tool/hostedPictureTool.ts'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import type { Attachment, ToolCallPart } from '../../../../src/shared/chat/parts.ts'
import type { Answer, FakePicture } from '../../../fakes/behaviour.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { boxOf } from '../../tools/testTool.ts'
import {
  exchange,
  model,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
} from '../testHistory.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const picture = (index: number, changed: Partial<FakePicture> = {}): FakePicture => ({
  ...{ id: `ig_${String(index)}`, result: base64(`picture ${String(index)}`), prompt: 'A fox' },
  ...changed,
})
const wish = { id: 'call_wish', name: 'generate_image', arguments: '{"prompt":"A fox"}' }
const hosted: HostedDrawing = {
  providerName: 'OpenAI',
  pictures: { model: 'gpt-image-2' },
  price: null,
  isDear: false,
  limit: 0.5,
  dollarsOf: ({ outputTokens }) => outputTokens / 1000,
}

/** Opens a chat with a service that draws itself, as soon as its tool is in the request. */
async function open(answer: Partial<Answer> = {}, changed: Partial<HostedDrawing> = {}) {
  const fake = await startFakeOpenAi()
  onTestFinished(async () => {
    expect(fake.violations).toEqual([])
    await fake.close()
  })
  fake.behave((request) => {
    const { tools = [] } = request as { tools?: { type: string }[] }
    const draws = tools.some(({ type }) => type === 'image_generation')
    if (draws) return { kind: 'answer', text: 'There.', pictures: [picture(1)], ...answer }
    return { kind: 'answer', text: '', toolCalls: [wish] }
  })
  const stored: Attachment[] = []
  const bytes = new Map<string, Uint8Array>()
  const { replies } = openChat(openService(fake.baseUrl, { api: 'responses' }), openHistory(), {
    tools: boxOf(hostedPictureTool('generate_image', model, { ...hosted, ...changed })),
    storeFile(content, mediaType, name = 'file') {
      const id = String(stored.length).repeat(64)
      // The real store reads the type of the bytes too.
      const type = Buffer.from(content).toString().startsWith('<') ? 'text/html' : mediaType
      const file = { id, name, mediaType: type, sizeBytes: content.byteLength }
      bytes.set(id, content)
      stored.push(file)
      return Promise.resolve(file)
    },
    readFile: (id) => Promise.resolve(bytes.get(id) ?? new Uint8Array()),
  })
  /** The tools of each request by name. */
  const offers = () =>
    fake.requests.map(({ body }) =>
      ((body as { tools?: { type: string; name?: string }[] }).tools ?? []).map(
        ({ type, name }) => name ?? type,
      ),
    )
  return { fake, replies, stored, offers }
}

function allow({ id, parts }: Message, decision: 'once' | 'chat'): ReplyInput {
  const asked = parts.findLast(
    (part): part is ToolCallPart => part.type === 'toolCall' && part.state === 'awaiting',
  )
  const approvalId = asked?.approval?.id ?? ''
  return { kind: 'answerToolCall', messageId: id, approvalId, decision }
}

test('the service gets its tool once the user has allowed it, and never beside the other', async () => {
  const { replies, stored, offers } = await open({
    pictures: [picture(1, { drafts: [base64('draft')] })],
  })
  const { answer: asked } = await exchange(replies, send('Draw a fox'))
  expect(asked).toMatchObject({
    status: 'awaiting',
    parts: [{ name: 'generate_image', approval: { destination: 'OpenAI', price: null } }],
  })
  const { answer, frames } = await exchange(replies, allow(asked, 'chat'))
  expect(offers()).toEqual([['generate_image'], ['image_generation']])
  expect(answer.status).toBe('complete')
  expect(answer.parts.slice(2)).toMatchObject([
    { type: 'toolCall', id: 'ig_1', name: 'image_generation', arguments: '{"prompt":"A fox"}' },
    { type: 'toolResult', id: 'ig_1', failed: false, files: [{ name: 'A fox.png' }] },
    { type: 'text', text: 'There.' },
  ])
  // The draft is shown, and not kept.
  const news = frames.flatMap((frame) => (frame.type === 'toolNews' ? frame.picture : []))
  expect(news.map((draft) => Buffer.from(draft?.bytes ?? []).toString())).toEqual(['draft'])
  expect(stored).toHaveLength(1)
  expect(answer.usage).toMatchObject({ pictureTokens: 1010, pictureDollars: 1 })
  // The permission holds for the chat, and the next turn edits the picture.
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  const { answer: next } = await exchange(replies, send('Make it blue', place))
  expect(next.status).toBe('complete')
  expect(offers().at(-1)).toEqual(['image_generation'])
})

test('allowed once, it is there for this answer alone', async () => {
  const { replies, offers } = await open()
  const { answer: asked } = await exchange(replies, send('Draw a fox'))
  const { answer } = await exchange(replies, allow(asked, 'once'))
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  const { answer: next } = await exchange(replies, send('Another', place))
  expect(next.status).toBe('awaiting')
  expect(offers().at(-1)).toEqual(['generate_image'])
})

test('a price above the limit is asked about in each answer', async () => {
  const { replies } = await open({}, { isDear: true, price: { amount: 1, currency: 'USD' } })
  const { answer: asked } = await exchange(replies, send('Draw a fox'))
  expect(asked.parts).toMatchObject([{ approval: { scope: null, price: { amount: 1 } } }])
})

test('an answer has four pictures of unknown price, and asks for more', async () => {
  const four = [1, 2, 3, 4].map((index) => picture(index))
  // It goes on after its pictures, so that there is another request.
  const { fake, replies, offers } = await open({ pictures: four, toolCalls: [wish] })
  const { answer: asked } = await exchange(replies, send('Draw five foxes'))
  const { answer } = await exchange(replies, allow(asked, 'chat'))
  expect(fake.requests[1]?.body).toMatchObject({ max_tool_calls: 4 })
  expect(answer.status).toBe('awaiting')
  expect(answer.parts.at(-1)).toMatchObject({ name: 'generate_image', approval: { scope: null } })
  expect(offers()).toEqual([['generate_image'], ['image_generation']])
})

test('what the user does not allow is not in any request', async () => {
  const { replies, offers } = await open()
  const { answer: asked } = await exchange(replies, send('Draw a fox'))
  const denied = { ...allow(asked, 'once'), decision: 'deny' } as ReplyInput
  await exchange(replies, denied)
  expect(offers().flat()).not.toContain('image_generation')
})

test('what is no picture is not shown as one', async () => {
  const { replies } = await open({ pictures: [picture(1, { result: base64('<html>Oops') })] })
  const { answer: asked } = await exchange(replies, send('Draw a fox'))
  const { answer } = await exchange(replies, allow(asked, 'once'))
  const result = answer.parts.find((part) => part.type === 'toolResult' && part.id === 'ig_1')
  expect(result).toEqual({
    type: 'toolResult',
    id: 'ig_1',
    text: 'No picture was kept.',
    failed: true,
  })
})

test('a picture that is stopped in the middle leaves no file', async () => {
  const until = new Promise(() => undefined)
  const { replies, stored } = await open({
    pictures: [picture(1, { drafts: [base64('draft')], until })],
  })
  const { answer: asked } = await exchange(replies, send('Draw a fox'))
  const frames = openFrames(replies, allow(asked, 'once'))
  const { answer } = await readStart(frames)
  let frame = await frames.next()
  while (frame && frame.type !== 'toolNews') frame = await frames.next()
  replies.stop(answer.id)
  while (frame && frame.type !== 'finished') frame = await frames.next()
  expect(frame).toMatchObject({ message: { status: 'stopped' } })
  const parts = frame?.type === 'finished' ? frame.message.parts : []
  expect(parts.at(-1)).toMatchObject({ type: 'toolCall', id: 'ig_1' })
  expect(stored).toEqual([])
})

test('an answer that breaks off before its picture names the reason, and keeps nothing of it', async () => {
  const drafts = [base64('draft')]
  const { replies, stored, fake } = await open()
  const { answer: asked } = await exchange(replies, send('Draw a fox'))
  fake.behave({ kind: 'bytes', pieces: cutAfter(drafts) })
  const { answer } = await exchange(replies, allow(asked, 'once'))
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'streamBroken' } })
  expect(stored).toEqual([])
})

/** A stream that ends after the drafts of a picture. */
function cutAfter(drafts: readonly string[]): Uint8Array[] {
  const item = { id: 'ig_1', type: 'image_generation_call', status: 'in_progress', result: null }
  const place = { item_id: 'ig_1', output_index: 0 }
  const events = [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.added', output_index: 0, item },
    ...drafts.map((draft) => ({
      type: 'response.image_generation_call.partial_image',
      ...place,
      partial_image_b64: draft,
    })),
  ]
  return events.map((event) =>
    new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  )
}
