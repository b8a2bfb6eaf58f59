import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAsking, type Asking } from '../../../../src/main/knowledge/asking/createAsking.ts'
import { forgetLostChats } from '../../../../src/main/knowledge/asking/chatBases.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import type { ReplyEvent, ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { ChatKnowledge } from '../../../../src/shared/knowledge/knowledge.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import {
  exchange,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
} from '../../chat/testHistory.ts'
import { saying, scriptedProvider, type ScriptedProvider } from '../../chat/scriptedProvider.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { joinToolBoxes } from '../../../../src/main/tools/joinToolBoxes.ts'
import { after, lastQuestion } from './asked.ts'
import { createShelf, type Shelf } from './shelf.ts'

const documents = {
  'lease.pdf': [
    'The notice period of the lease is three months.',
    'The deposit of the lease is two rents.',
    'Pets of any kind are forbidden.',
  ].join('\n\n'),
  'menu.txt': 'Soup of the day.\n\nFish on Fridays.',
}

interface Setting {
  shelf?: Shelf
  mode?: ChatKnowledge['mode']
  hasTools?: boolean
  contextTokens?: number
}

async function openAsked(provider: ScriptedProvider, setting: Setting = {}) {
  const { shelf = createShelf(documents), mode = 'always', hasTools = true, ...known } = setting
  const database = openHistory()
  const logged: string[] = []
  const asking = createAsking(database, {
    library: shelf,
    readAttached: () => Promise.reject(new Error('Nothing is attached')),
    describe: async (asked) => {
      return {
        ...asked,
        name: asked.modelId,
        local: false,
        capabilities: { tools: hasTools },
        ...known,
      }
    },
    log: (event) => logged.push(event),
  })
  await asking.setChat(null, { baseIds: [shelf.baseId], mode })
  return { ...openAgain(provider, asking, database), database, shelf, asking, logged }
}

function openAgain(
  provider: ScriptedProvider,
  asking: Asking,
  database: ReturnType<typeof openHistory>,
  tools = asking.toolBox,
) {
  return openChat(provider, database, {
    asking,
    tools,
    onCreated: asking.beginChat,
    onRepeated: asking.copyPassages,
  })
}

function textOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('|')
}

test('a draft counts the passages that it would be given, without a search', async () => {
  const model = { providerId: 'test', modelId: 'test' }
  const count = async (setting: Setting, tokens = 100): Promise<[number, number]> => {
    const { asking, shelf } = await openAsked(saying(''), setting)
    const question = { conversationId: null, model, attached: [], requestTokens: () => tokens }
    return [await asking.passageTokens(question), shelf.queries.length]
  }
  const [few, searches] = await count({ contextTokens: 200_000 })
  expect([few > 1000 && few < 4000, searches]).toEqual([true, 0])
  expect(await count({ contextTokens: 4000 })).toEqual([800, 0])
  expect(await count({ mode: 'tool' })).toEqual([0, 0])
  const { asking } = await openAsked(saying(''))
  await asking.setChat(null, { baseIds: [], mode: 'always' })
  const question = { conversationId: null, model, attached: [], requestTokens: () => 0 }
  expect(await asking.passageTokens(question)).toBe(0)
})

describe('a question in a chat with a base', () => {
  test('is asked with numbered passages, which only the request carries', async () => {
    const provider = saying('It is three months [1].')
    const { replies, asking } = await openAsked(provider)
    const { question, answer, conversation } = await exchange(
      replies,
      send('How long is the notice period of the lease?'),
    )
    const asked = lastQuestion(provider.requests[0] as ReplyRequest)
    expect(asked).toMatch(/\[1\] lease\.pdf, page 1 › Terms\nThe notice period of the lease/)
    expect(asked).toMatch(/Question:\n\nHow long is the notice period of the lease\?$/)
    expect(asked).toContain(asking.givenText(answer))
    expect(question?.parts).toEqual([
      { type: 'text', text: 'How long is the notice period of the lease?' },
    ])
    expect(answer.citations).toMatchObject([
      { number: 1, title: 'lease.pdf', source: 'Contracts › Terms', place: { start: 0, page: 1 } },
    ])
    expect(answer.citations[0]?.ranks).toMatchObject({ wordRank: 1, vectorRank: null })
    expect(await asking.chat(conversation.id)).toMatchObject({ mode: 'always' })
    expect(await asking.chat(null)).toEqual({ baseIds: [], mode: 'always' })
  })

  test('cites only what the answer uses, numbered as it comes, also while it streams', async () => {
    const provider = scriptedProvider(async function* () {
      yield { type: 'text', text: 'No pets [' }
      yield { type: 'text', text: '2].' }
      yield { type: 'text', text: ' `a[1]` Two rents [1, 2]' }
      yield { type: 'text', text: '\n' }
      yield { type: 'finish', reason: 'stop' }
    })
    const shelf = createShelf({ 'a.txt': 'pets pets.', 'b.txt': 'A pets rule.', 'c.txt': 'pets' })
    const { replies } = await openAsked(provider, { shelf })
    const { answer, frames } = await exchange(replies, send('pets?'))
    expect(textOf(answer)).toBe('No pets [1]. `a[1]` Two rents [2][1]\n')
    expect(answer.citations.map(({ number, title }) => [number, title])).toEqual([
      [1, 'b.txt'],
      [2, 'a.txt'],
    ])
    const shown = frames.flatMap((frame) => {
      if (frame.type === 'text') return frame.text
      return frame.type === 'citation' ? `<${frame.citation.title}>` : []
    })
    expect(shown.join('')).toBe('No pets <b.txt>[1]. `a[1]` Two rents <a.txt>[2][1]\n')
  })

  test('a follow-up is searched with what it refers to', async () => {
    const { replies, shelf } = await openAsked(saying('Yes.'))
    const first = await exchange(replies, send('What is the deposit of the lease?'))
    await exchange(replies, send('And why?', after(first)))
    expect(shelf.queries.slice(1)).toEqual([
      'And why?',
      'What is the deposit of the lease?\nAnd why?',
    ])
    const requests = shelf.queries.length
    expect(requests).toBe(3)
  })

  test('neighbouring passages are joined, within a budget', async () => {
    const text = Array.from({ length: 400 }, (_, index) => `Rule ${index} of the house.`)
    const provider = saying('Well.')
    const { replies } = await openAsked(provider, {
      shelf: createShelf({ 'rules.txt': text.join('\n\n') }),
      contextTokens: 4000,
    })
    await exchange(replies, send('rule of the house'))
    const asked = lastQuestion(provider.requests[0] as ReplyRequest)
    expect(asked).toContain('Rule 0 of the house.\n\nRule 1 of the house.')
    expect(asked).not.toContain('\n[2] ')
    expect(asked.length).toBeLessThan(4000 * 4)
  })

  test('nothing found is told to the model and to the user', async () => {
    const provider = saying('The documents do not say.')
    const { replies, asking } = await openAsked(provider)
    const { answer } = await exchange(replies, send('xyzzy'))
    const asked = lastQuestion(provider.requests[0] as ReplyRequest)
    expect(asked).toContain('no passage fits')
    expect(asked).toContain(asking.givenText(answer))
    expect(answer.warnings).toEqual([{ code: 'knowledgeEmpty' }])
  })

  test('an embedder or a search that fails leaves a warning, not a failed answer', async () => {
    const shelf = createShelf(documents)
    shelf.wordsOnly = 'embedderFailed'
    const { replies, logged } = await openAsked(saying('Three [1].'), { shelf })
    const first = await exchange(replies, send('notice period'))
    expect(first.answer).toMatchObject({
      status: 'complete',
      warnings: [{ code: 'knowledgeWordsOnly' }],
    })
    shelf.failing = new Error('The disk is gone')
    const second = await exchange(replies, send('notice period', after(first)))
    expect(second.answer).toMatchObject({
      status: 'complete',
      warnings: [{ code: 'knowledgeFailed' }],
    })
    expect(logged).toHaveLength(1)
  })

  test('a service or a reranker that did not answer is told below the answer', async () => {
    const shelf = createShelf(documents)
    Object.assign(shelf, { wordsOnly: 'hostedFailed', reranked: false })
    const { replies } = await openAsked(saying('Three [1].'), { shelf })
    const { answer } = await exchange(replies, send('notice period'))
    expect(answer.warnings).toEqual([
      { code: 'knowledgeHostedFailed' },
      { code: 'knowledgeNotReranked' },
    ])
  })

  test('a base that is gone is no longer asked', async () => {
    const provider = saying('Hello.')
    const { replies, asking } = await openAsked(provider)
    await asking.setChat(null, { baseIds: [randomUUID()], mode: 'always' })
    await exchange(replies, send('notice period'))
    expect(lastQuestion(provider.requests[0] as ReplyRequest)).toBe('notice period')
    expect(await asking.chat(null)).toMatchObject({ baseIds: [] })
  })
})

describe('citations last', () => {
  test('through Stop and Continue: the model knows its own numbers again', async () => {
    let asked = 0
    const provider = scriptedProvider(async function* (_request, signal) {
      asked += 1
      yield { type: 'text', text: asked === 1 ? 'Two rents [2], ' : 'three months [1].' }
      if (asked > 1) yield { type: 'finish', reason: 'stop' }
      else await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const { replies, shelf } = await openAsked(provider, {
      shelf: createShelf({ 'a.txt': 'rents rents', 'b.txt': 'two rents', 'c.txt': 'rents' }),
    })
    const frames = openFrames(replies, send('rents'))
    const { answer } = await readStart(frames)
    for (let frame = await frames.next(); frame?.type !== 'text'; frame = await frames.next());
    replies.stop(answer.id)
    const finished = await frames.next()
    expect(finished).toMatchObject({ type: 'finished', message: { status: 'stopped' } })
    const { answer: continued } = await exchange(replies, {
      kind: 'continue',
      messageId: answer.id,
    })
    expect(shelf.queries).toHaveLength(1)
    expect(textOf(continued)).toBe('Two rents [1], three months [2].')
    expect(continued.citations.map(({ number, title }) => [number, title])).toEqual([
      [1, 'b.txt'],
      [2, 'a.txt'],
    ])
    const turns = provider.requests[1]?.turns ?? []
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(turns[0]?.parts).toEqual(provider.requests[0]?.turns[0]?.parts)
    expect(turns[1]?.parts).toEqual([{ type: 'text', text: 'Two rents [2], ' }])
  })

  test('through a kill and a restart', async () => {
    const provider = scriptedProvider(async function* (_request, signal) {
      yield { type: 'text', text: 'Three months [1]. More' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const { replies, database } = await openAsked(provider)
    const frames = openFrames(replies, send('notice period'))
    const { answer } = await readStart(frames)
    for (let frame = await frames.next(); frame?.type !== 'text'; frame = await frames.next());
    // The journal is written within 100 ms; the rows are as a kill leaves them.
    await expect
      .poll(() => database.get('SELECT count(*) AS n FROM journal')?.['n'])
      .toBeGreaterThan(1)
    recoverInterrupted(database)
    forgetLostChats(database)
    const row = database.get('SELECT citations FROM message WHERE id = ?', answer.id)
    expect(JSON.parse(String(row?.['citations']))).toMatchObject([
      { number: 1, title: 'lease.pdf', place: { start: 0 } },
    ])
    expect(database.all('SELECT 1 FROM knowledge_passage')).not.toHaveLength(0)
  })

  test('regenerating searches again and leaves the first answer its citations', async () => {
    const { replies, shelf } = await openAsked(saying('Three [1].'))
    const first = await exchange(replies, send('notice period'))
    const { answer } = await exchange(replies, {
      kind: 'regenerate',
      messageId: first.answer.id,
      model: { providerId: 'test', modelId: 'parrot-1' },
      shorten: false,
    })
    expect(shelf.queries).toHaveLength(2)
    expect(answer.citations).toEqual(first.answer.citations)
  })
})

describe('a model that decides itself', () => {
  const call = (name: string, given: object): ReplyEvent => {
    return { type: 'toolCall', id: randomUUID(), name, arguments: JSON.stringify(given) }
  }
  function rounds(...scripts: ReplyEvent[][]): ScriptedProvider {
    let count = 0
    return scriptedProvider(async function* () {
      const script = scripts[Math.min(count, scripts.length - 1)] ?? []
      count += 1
      yield* script
      const isCall = script.some(({ type }) => type === 'toolCall')
      yield { type: 'finish', reason: isCall ? 'toolCalls' : 'stop' }
    })
  }

  test('searches, reads on, and cites what it found', async () => {
    const provider = rounds(
      [{ type: 'text', text: 'I look.' }, call('search_knowledge', { query: 'deposit', limit: 1 })],
      [call('read_passage', { number: 1 })],
      [{ type: 'text', text: 'No pets [2].' }],
    )
    const { replies } = await openAsked(provider, { mode: 'tool' })
    const { answer } = await exchange(replies, send('Pets?'))
    expect(lastQuestion(provider.requests[0] as ReplyRequest)).toBe('Pets?')
    expect(provider.requests[0]?.tools?.map(({ name }) => name)).toEqual([
      'search_knowledge',
      'read_passage',
    ])
    expect(textOf(answer)).toBe('I look.|No pets [1].')
    expect(answer.citations).toMatchObject([{ number: 1, title: 'lease.pdf' }])
    expect(answer.citations[0]?.passage).toBe(documents['lease.pdf'])
    expect(answer.parts.find((part) => part.type === 'toolResult')).toMatchObject({
      source: 'Parley: knowledge',
      failed: false,
    })
  })

  test('a model without tools is given the passages', async () => {
    const provider = saying('Three [1].')
    const { replies } = await openAsked(provider, { mode: 'tool', hasTools: false })
    const { answer } = await exchange(replies, send('notice period'))
    expect(provider.requests[0]?.tools).toBeUndefined()
    expect(answer.citations).toHaveLength(1)
  })

  test('without a base there are no tools', async () => {
    const { asking, shelf } = await openAsked(saying(''), { mode: 'tool' })
    const scope = { conversationId: randomUUID(), model: { providerId: 'a', modelId: 'b' } }
    const names = async () =>
      (await asking.toolBox.list(scope, new AbortController().signal)).map(({ name }) => name)
    expect(await names()).toEqual([])
    await asking.setChat(scope.conversationId, { baseIds: [shelf.baseId], mode: 'tool' })
    expect(await names()).toHaveLength(2)
    await asking.setChat(scope.conversationId, { baseIds: [shelf.baseId], mode: 'always' })
    expect(await names()).toEqual([])
  })

  test.each(['always', 'tool'] as const)(
    'what was read of documents is private: sending on is asked for (%s)',
    async (mode) => {
      const provider = rounds(
        ...(mode === 'tool' ? [[call('search_knowledge', { query: 'notice' })]] : []),
        [call('post', { text: 'The notice period of the lease is three months.' })],
      )
      const opened = await openAsked(provider, { mode })
      const post = testTool({
        name: 'post',
        effect: 'outside',
        destination: 'example.com',
        consent: () => ({ ask: 'never' }),
        run: async () => said('posted'),
      })
      const tools = joinToolBoxes([opened.asking.toolBox, boxOf(post)], () => undefined)
      const { replies } = openAgain(provider, opened.asking, opened.database, tools)
      const { answer } = await exchange(replies, send('notice period'))
      const asked = answer.parts.findLast((part) => part.type === 'toolCall')
      expect(answer.status).toBe('awaiting')
      expect(asked).toMatchObject({
        state: 'awaiting',
        approval: { flow: { from: ['Parley: knowledge'], to: 'example.com' } },
      })
    },
  )

  test('a later question counts what an earlier answer was given', async () => {
    const opened = await openAsked(saying('Three [1].'))
    const first = await exchange(opened.replies, send('notice period'))
    await opened.asking.setChat(first.conversation.id, { baseIds: [], mode: 'always' })
    const provider = rounds([call('post', { text: 'x' })])
    const post = testTool({
      name: 'post',
      effect: 'outside',
      destination: 'example.com',
      consent: () => ({ ask: 'never' }),
    })
    const { replies } = openAgain(provider, opened.asking, opened.database, boxOf(post))
    const { answer } = await exchange(replies, send('Post it', after(first)))
    expect(answer.status).toBe('awaiting')
  })
})

test('the choice for a new chat is kept, and forgotten with its chat', async () => {
  const { asking, shelf, database } = await openAsked(saying('x'))
  const lost = randomUUID()
  await asking.setChat(lost, { baseIds: [shelf.baseId], mode: 'tool' })
  expect(await asking.chat(lost)).toEqual({ baseIds: [shelf.baseId], mode: 'tool' })
  forgetLostChats(database)
  expect(await asking.chat(lost)).toEqual({ baseIds: [], mode: 'always' })
})
