import { describe, expect, test } from 'vitest'
import { createAsking } from '../../../../src/main/knowledge/asking/createAsking.ts'
import type { Passage } from '../../../../src/main/knowledge/readDocument.ts'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { createTokenCounter } from '../../../../src/main/chat/turns/tokenCount.ts'
import { exchange, model, openChat, openHistory, send } from '../../chat/testHistory.ts'
import { saying, type ScriptedProvider } from '../../chat/scriptedProvider.ts'
import { after, lastQuestion } from './asked.ts'
import { createShelf } from './shelf.ts'

const report = {
  ...{ id: 'a'.repeat(64), name: 'report.txt', mediaType: 'text/plain', sizeBytes: 9_000_000 },
  passagesOnly: true,
}
const attached = new Map([
  [
    report.id,
    [
      'The pond was dug in spring.',
      'A heron has eaten all the fishes of the pond.',
      'The gate was painted green.',
    ].join('\n\n'),
  ],
])

function paragraphsOf(text: string): Passage[] {
  return Array.from(text.matchAll(/[^\n]+/g), ({ 0: found, index }) => {
    const end = index + found.length
    return { start: index, end, page: null, headings: [], context: '' }
  })
}

function openAsked(provider: ScriptedProvider) {
  const database = openHistory()
  const shelf = createShelf({ 'lease.pdf': 'The deposit of the lease is two rents.' })
  const asking = createAsking(database, {
    library: shelf,
    readAttached: async ({ id }) => {
      const text = attached.get(id)
      if (text === undefined) throw new AppError('attachmentMissing', 'It is gone')
      return { text, passages: paragraphsOf(text) }
    },
    describe: async (asked) => ({ ...asked, name: asked.modelId, local: false }),
    log: () => undefined,
  })
  const { replies } = openChat(provider, database, { asking, onCreated: asking.beginChat })
  return { replies, asking, shelf, database }
}

describe('a question about a file of which only passages are sent', () => {
  const withFile = (text: string, file = report) => ({ ...send(text), files: [file] })

  test('is asked with the passages that fit, and the message keeps the file', async () => {
    const provider = saying('By a heron [1].')
    const { replies, asking } = openAsked(provider)
    const first = await exchange(replies, withFile('Who ate the fish?'))
    expect(first.question?.parts[0]).toEqual({ type: 'file', file: report })
    const asked = lastQuestion(provider.requests[0] as ReplyRequest)
    expect(asked).toContain('[1] report.txt\nA heron has eaten all the fishes')
    expect(asked).not.toContain('painted green')
    const [file] = provider.requests[0]?.turns[0]?.parts ?? []
    expect(file).toMatchObject({ type: 'file', file: { name: 'report.txt' } })
    const sent = file?.type === 'file' ? new TextDecoder().decode(await file.read()) : ''
    expect(sent).toContain('Only those passages')
    expect(first.answer.citations).toMatchObject([
      {
        number: 1,
        title: 'report.txt',
        source: 'report.txt',
        passage: 'A heron has eaten all the fishes of the pond.',
      },
    ])
    expect(first.answer.citations[0]).not.toHaveProperty('place')
    // Later questions of the chat ask it, too, and the bases of the chat are none.
    await exchange(replies, send('What colour has the gate?', after(first)))
    expect(lastQuestion(provider.requests[1] as ReplyRequest)).toContain('painted green')
    expect(await asking.chat(first.conversation.id)).toMatchObject({ baseIds: [] })
  })

  test('gets its beginning if no word fits', async () => {
    const provider = saying('It is about a pond.')
    const { replies } = openAsked(provider)
    await exchange(replies, withFile('Summarize it'))
    expect(lastQuestion(provider.requests[0] as ReplyRequest)).toContain('dug in spring')
  })

  test('gets passages of the bases of the chat as well', async () => {
    const provider = saying('Both.')
    const { replies, asking, shelf } = openAsked(provider)
    await asking.setChat(null, { baseIds: [shelf.baseId], mode: 'always' })
    await exchange(replies, withFile('Who ate the fish, and what is the deposit of the lease?'))
    const asked = lastQuestion(provider.requests[0] as ReplyRequest)
    expect(asked).toContain('A heron')
    expect(asked).toContain('two rents')
  })

  test('is counted with its passages, later ones of the chat, too', async () => {
    const { replies, asking, shelf, database } = openAsked(saying('By a heron [1].'))
    const counter = createTokenCounter({
      database,
      lookup: async () => ({ ...saying(''), countTokens: () => Promise.resolve(50) }),
      readFile: () => Promise.resolve(new Uint8Array()),
      asking,
    })
    const passages = async (parentId: string | null, attached = [report]) =>
      (await counter.estimate({ conversationId: null, parentId, model, attached })).passageTokens
    const added = await passages(null)
    expect([added > 1000 && added < 4000, await passages(null, [])]).toEqual([true, 0])
    const { answer } = await exchange(replies, withFile('Who ate the fish?'))
    expect(await passages(answer.id, [])).toBe(added)
    // They share the room.
    expect(await passages(answer.id)).toBe(added)
    const draft = { conversationId: null, parentId: answer.id, text: 'And why?', files: [], model }
    expect(await counter.count(draft, 1)).toEqual({ tokens: 50 + added, exact: false })
    const silent = { ...draft, parentId: null, text: '', files: [report] }
    expect(await counter.count(silent, 1)).toEqual({ tokens: 50 + added, exact: false })
    await asking.setChat(null, { baseIds: [shelf.baseId], mode: 'always' })
    // Half of the room is for the base, which has one passage.
    expect(await passages(answer.id, [])).toBe(added / 2 + 320)
  })

  test('says so if the file can not be read', async () => {
    const provider = saying('I could not read it.')
    const { replies } = openAsked(provider)
    const lost = { ...report, id: 'b'.repeat(64) }
    const { answer } = await exchange(replies, withFile('Who ate the fish?', lost))
    expect(answer.warnings).toEqual([{ code: 'knowledgeFailed' }])
  })
})
