import { describe, expect, test } from 'vitest'
import { rememberGiven } from '../../../../src/main/tools/givenTexts.ts'
import { listGrants } from '../../../../src/main/tools/grants.ts'
import type { Tool } from '../../../../src/main/tools/tool.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { callsOf, wanting, word, type Wanted } from '../openDoors.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const secret = 'The launch code is 4711 and the place is Rotterdam harbour.'
const sent: string[] = []

const page = testTool({
  name: 'page',
  run: () => Promise.resolve({ ...said(secret), source: 'page.example' }),
})

function mail(given: Partial<Tool> = {}): Tool {
  return testTool({
    name: 'mail',
    effect: 'outside',
    pluginId: 'mail',
    pluginTitle: 'Mail',
    hash: 'one',
    destination: 'mail.example',
    parameters: { type: 'object', properties: { text: { type: 'string' } } },
    consent: () => ({ ask: 'oncePerChat' }),
    run: (_input, { argumentsText }) => {
      sent.push(argumentsText)
      return Promise.resolve(said('sent'))
    },
    ...given,
  })
}

const read: Wanted = { id: 'r', name: 'page' }
const write = (text = 'hello', id = 'm'): Wanted => ({
  id,
  name: 'mail',
  arguments: JSON.stringify({ text }),
})

function talk(rounds: Wanted[][], tool: Tool, history = openHistory()) {
  sent.length = 0
  const chat = openChat(wanting(...rounds), history, {
    tools: boxOf(page, tool),
    readFile: () => Promise.resolve(new TextEncoder().encode(secret)),
  })
  return { ...chat, history }
}

const flowOf = (answer: Message) =>
  callsOf(answer).findLast(({ name }) => name === 'mail')?.approval

/** Returns a history in which the tool may always be called. */
async function allowing(decision: 'always' | 'chat') {
  const { replies, history } = talk([[write()]], mail())
  const { answer } = await exchange(replies, send('write'))
  const gone = await exchange(replies, word(answer, decision))
  return { history, answer: gone.answer }
}

function after({ conversationId, id }: Message) {
  return { conversationId, parentId: id }
}

describe('once a turn has read something', () => {
  test.each([
    ['in an earlier round', [[read], [write(`Go to ${secret.slice(30, 50)}`)]]],
    ['beside it', [[read, write(`Go to ${secret.slice(30, 50)}`)]]],
  ])(
    'a call to another host is asked for although it is always allowed: %s',
    async (_w, rounds) => {
      const { history } = await allowing('always')
      const { replies } = talk(rounds, mail(), history)
      const { answer } = await exchange(replies, send('read and write'))
      expect(answer.status).toBe('awaiting')
      expect(sent).toEqual([])
      expect(flowOf(answer)).toMatchObject({
        always: false,
        flow: {
          from: ['page.example'],
          to: 'mail.example',
          copied: [expect.stringContaining('place is Rotterd') as string],
        },
      })
      const gone = await exchange(replies, word(answer, 'once', 1))
      expect(gone.answer.status).toBe('complete')
      expect(sent).toHaveLength(1)
    },
  )

  test('one for the chat does not cover it, and is not given to its like beside it', async () => {
    const { history, answer } = await allowing('chat')
    const { replies } = talk([[read], [write('a', '1'), write('b', '2')]], mail(), history)
    const next = await exchange(replies, send('again', after(answer)))
    expect(next.answer.status).toBe('awaiting')
    const half = await exchange(replies, word(next.answer, 'chat', 1))
    expect(half.answer.status).toBe('awaiting')
  })

  test('what its policy allows is asked for too', async () => {
    const tool = mail({ consent: () => ({ ask: 'never' }) })
    const { replies } = talk([[write('a', '1')], [read], [write('b', '2')]], tool)
    const { answer } = await exchange(replies, send('go'))
    expect(answer.status).toBe('awaiting')
    expect(sent).toEqual(['{"text":"a"}'])
  })

  test('a host that consent names counts, and a program without a host', async () => {
    const named = mail({ consent: () => ({ ask: 'never', destination: 'other.example' }) })
    const { answer } = await exchange(talk([[read], [write()]], named).replies, send('go'))
    expect(flowOf(answer)?.flow?.to).toBe('other.example')
    const program = mail({ destination: undefined as never, consent: () => ({ ask: 'never' }) })
    const second = await exchange(talk([[read], [write()]], program).replies, send('go'))
    expect(flowOf(second.answer)?.flow?.to).toBe('Mail (mail)')
  })

  test.each<[string, Partial<Tool>, string]>([
    ['that may pass on what it gets is asked for', {}, 'awaiting'],
    ['in a sandbox without a network is not', { keepsToItself: true }, 'complete'],
  ])('a call of a program %s', async (_what, given, status) => {
    const program = mail({
      effect: 'write',
      destination: undefined as never,
      consent: () => ({ ask: 'never' }),
      ...given,
    })
    const { answer } = await exchange(talk([[read], [write()]], program).replies, send('go'))
    expect(answer.status).toBe(status)
  })

  test.each<[string, Partial<Tool>]>([
    ['to where it was read', { destination: 'page.example' }],
    [
      'that sends nothing',
      { effect: 'write', destination: undefined as never, pluginId: undefined as never },
    ],
  ])('a call %s is not asked for', async (_what, given) => {
    const tool = mail({ consent: () => ({ ask: 'never' }), ...given })
    const { answer } = await exchange(talk([[read], [write()]], tool).replies, send('go'))
    expect(answer.status).toBe('complete')
  })

  test('the results of plugins count as read from them', async () => {
    const other = mail({
      name: 'notes',
      pluginId: 'notes',
      destination: 'notes.example',
      consent: () => ({ ask: 'never' }),
    })
    const chat = openChat(wanting([{ id: 'n', name: 'notes' }], [write()]), openHistory(), {
      tools: boxOf(other, mail({ consent: () => ({ ask: 'never' }) })),
    })
    const { answer } = await exchange(chat.replies, send('go'))
    expect(flowOf(answer)?.flow?.from).toEqual(['notes.example'])
  })
})

describe('what was read in an earlier turn', () => {
  test('is asked about unless the user has allowed the tool in this chat since', async () => {
    const { history, answer } = await allowing('chat')
    const reading = talk([[read]], mail(), history)
    const second = await exchange(reading.replies, send('read', after(answer)))
    const writing = talk([[write('x')], [], [write('y')]], mail(), history)
    const third = await exchange(writing.replies, send('write', after(second.answer)))
    expect(flowOf(third.answer)?.flow?.from).toEqual(['page.example'])
    const gone = await exchange(writing.replies, word(third.answer, 'chat'))
    const fourth = await exchange(writing.replies, send('write', after(gone.answer)))
    expect(fourth.answer.status).toBe('complete')
    expect(sent).toEqual(['{"text":"x"}', '{"text":"y"}'])
    expect(listGrants(history)).toHaveLength(2)
  })

  test('in another branch does not count', async () => {
    const { history, answer } = await allowing('always')
    const reading = talk([[read]], mail(), history)
    await exchange(reading.replies, send('read', after(answer)))
    const writing = talk([[write('x')]], mail(), history)
    const third = await exchange(writing.replies, send('write', after(answer)))
    expect(third.answer.status).toBe('complete')
  })

  test('counts for the user’s files too, whose text is marked', async () => {
    const { replies } = talk(
      [[write(`It says: ${secret}`)]],
      mail({ consent: () => ({ ask: 'never' }) }),
    )
    const file = { id: 'a'.repeat(64), name: 'plan.txt', mediaType: 'text/plain', sizeBytes: 60 }
    const { answer } = await exchange(replies, { ...send('write'), files: [file] })
    expect(flowOf(answer)?.flow).toEqual({
      from: ['plan.txt'],
      to: 'mail.example',
      copied: [secret],
    })
  })

  test.each([
    ['as it is', (text: string) => text],
    ['cut and within other words', (text: string) => `Please: ${text.slice(12, 70)} Thanks!`],
    ['that another message holds', () => 'something else'],
  ])('counts for a server’s prompt %s', async (what, edit) => {
    const prompt = 'Read the notes on the harbour and mail whatever they say about the launch.'
    const allowed = mail({ consent: () => ({ ask: 'never' }) })
    const { replies, history } = talk([[write()]], allowed)
    rememberGiven(history, { source: 'prompts.example', text: prompt })
    const { answer } = await exchange(replies, send(edit(prompt)))
    const isGiven = !what.startsWith('that another')
    expect(flowOf(answer)?.flow?.from).toEqual(isGiven ? ['prompts.example'] : undefined)
  })
})
