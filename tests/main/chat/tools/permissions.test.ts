import { describe, expect, test } from 'vitest'
import {
  findGrant,
  forgetPlugin,
  listGrants,
  revokeGrant,
} from '../../../../src/main/tools/grants.ts'
import {
  emptyTrash,
  eraseRemoved,
  removeConversation,
} from '../../../../src/main/chat/history/trash.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import type { Tool } from '../../../../src/main/tools/tool.ts'
import { boxOf } from '../../tools/testTool.ts'
import { callsOf, door, openDoors, wanting, word } from '../openDoors.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const plugin: Partial<Tool> = {
  pluginId: 'doors',
  pluginTitle: 'Doors',
  hash: 'one',
  effect: 'outside',
  destination: 'doors.example',
  parameters: { type: 'object', properties: { to: { type: 'string' } } },
}

const to = (id: string, place: string, more = {}) => ({
  id,
  arguments: JSON.stringify({ to: place, ...more }),
})

function after({ conversationId, id }: Message) {
  return { conversationId, parentId: id }
}

describe('a permission for this exact tool', () => {
  async function grantAlways() {
    const history = openHistory()
    const first = openDoors([[{ id: 'a' }]], undefined, history, plugin)
    const { answer } = await exchange(first.replies, send('open it'))
    await exchange(first.replies, word(answer, 'always'))
    return history
  }

  async function callAgain(history: Awaited<ReturnType<typeof grantAlways>>, given: Partial<Tool>) {
    const { replies } = openDoors([[{ id: 'b' }]], undefined, history, { ...plugin, ...given })
    const { answer } = await exchange(replies, send('open it in another chat'))
    return answer
  }

  test('holds in another chat, and the call says so', async () => {
    const answer = await callAgain(await grantAlways(), {})
    expect(answer.status).toBe('complete')
    expect(callsOf(answer)[0]).toMatchObject({
      permission: 'always',
      pluginId: 'doors',
      pluginTitle: 'Doors',
      hash: 'one',
    })
  })

  test.each<[string, Partial<Tool>]>([
    ['hash', { hash: 'two' }],
    ['plugin', { pluginId: 'windows' }],
    ['scope', { consent: () => ({ ask: 'oncePerChat', scope: 'other.example' }) }],
    ['consent to ask always', { consent: () => ({ ask: 'always' }) }],
  ])('is void with another %s', async (_what, given) => {
    expect((await callAgain(await grantAlways(), given)).status).toBe('awaiting')
  })

  test('is listed, and taken back it asks again', async () => {
    const history = await grantAlways()
    const [grant] = listGrants(history)
    expect(grant).toMatchObject({
      lasts: 'always',
      tool: 'door',
      title: 'The door',
      pluginTitle: 'Doors',
      destination: 'doors.example',
      conversationId: null,
    })
    revokeGrant(history, grant?.id ?? '')
    expect(listGrants(history)).toEqual([])
    expect((await callAgain(history, {})).status).toBe('awaiting')
  })

  test('goes with its plugin', async () => {
    const history = await grantAlways()
    forgetPlugin(history, 'doors')
    expect((await callAgain(history, {})).status).toBe('awaiting')
  })

  test.each<[string, Partial<Tool>]>([
    ['changes something', { effect: 'write' }],
    ['has no hash', { hash: undefined as never }],
    ['asks always', { consent: () => ({ ask: 'always' }) }],
  ])('is not given to a tool that %s', async (_what, given) => {
    const history = openHistory()
    const { replies } = openDoors([[{ id: 'a' }]], undefined, history, { ...plugin, ...given })
    const { answer } = await exchange(replies, send('open it'))
    expect(callsOf(answer)[0]?.approval?.always).toBe(false)
    const gone = await exchange(replies, word(answer, 'always'))
    expect(callsOf(gone.answer)[0]?.permission).toBe('once')
    expect(listGrants(history)).toEqual([])
  })
})

describe('a permission for these arguments', () => {
  async function grantPattern(free: string[]) {
    const history = openHistory()
    const { replies } = openDoors([[to('a', 'Ann', { text: 'x' })]], undefined, history, plugin)
    const { answer } = await exchange(replies, send('write'))
    const gone = await exchange(replies, word(answer, 'arguments', 0, { free }))
    return { history, answer: gone.answer }
  }

  test.each([
    ['the same', 'Ann', { text: 'x' }, 'complete'],
    ['another free one', 'Ann', { text: 'y' }, 'complete'],
    ['another fixed one', 'Bob', { text: 'x' }, 'awaiting'],
    ['one more', 'Ann', { text: 'x', cc: 'Bob' }, 'awaiting'],
  ])('covers what the user chose: %s', async (_what, place, more, status) => {
    const { history, answer } = await grantPattern(['text'])
    const { replies } = openDoors([[to('b', place, more)]], undefined, history, plugin)
    const next = await exchange(replies, send('again', after(answer)))
    expect(next.answer.status).toBe(status)
    const elsewhere = openDoors([[to('c', place, more)]], undefined, history, plugin)
    const other = await exchange(elsewhere.replies, send('in another chat'))
    expect(other.answer.status).toBe('awaiting')
  })

  test('is listed with its arguments', async () => {
    const { history, answer } = await grantPattern(['text'])
    expect(listGrants(history)).toMatchObject([
      {
        lasts: 'arguments',
        conversationId: answer.conversationId,
        fixed: [{ name: 'to', value: '"Ann"' }],
        free: ['text'],
      },
    ])
  })

  test('covers the calls beside it that fit, and no other', async () => {
    const { replies, opened } = openDoors(
      [[to('a', 'Ann', { text: '1' }), to('b', 'Ann', { text: '2' }), to('c', 'Bob')]],
      undefined,
      openHistory(),
      plugin,
    )
    const { answer } = await exchange(replies, send('write'))
    const half = await exchange(replies, word(answer, 'arguments', 0, { free: ['text'] }))
    expect(half.answer.status).toBe('awaiting')
    expect(callsOf(half.answer).map(({ state }) => state)).toEqual([
      'allowed',
      'allowed',
      'awaiting',
    ])
    await exchange(replies, word(half.answer, 'deny', 2))
    expect(opened).toEqual(['a', 'b'])
  })
})

describe('one decision for several calls', () => {
  const three = [[to('a', 'Ann'), to('b', 'Bob'), to('c', 'Cem')]]
  const alikeOf = (answer: Message) =>
    callsOf(answer)
      .slice(1)
      .map(({ approval }) => approval?.id ?? '')

  test('allows each of them once', async () => {
    const { replies, opened, database } = openDoors(three, undefined, undefined, plugin)
    const { answer } = await exchange(replies, send('write'))
    const gone = await exchange(replies, word(answer, 'once', 0, { alike: alikeOf(answer) }))
    expect(gone.answer.status).toBe('complete')
    expect(opened).toEqual(['a', 'b', 'c'])
    expect(listGrants(database)).toEqual([])
  })

  test('for the chat is one permission', async () => {
    const { replies, database } = openDoors(three, undefined, undefined, plugin)
    const { answer } = await exchange(replies, send('write'))
    await exchange(replies, word(answer, 'chat', 0, { alike: alikeOf(answer) }))
    expect(listGrants(database)).toHaveLength(1)
  })

  test('with one that is not asked for decides nothing', async () => {
    const { replies, opened } = openDoors(three, undefined, undefined, plugin)
    const { answer } = await exchange(replies, send('write'))
    const alike = [...alikeOf(answer), crypto.randomUUID()]
    await expect(exchange(replies, word(answer, 'once', 0, { alike }))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(opened).toEqual([])
  })
})

describe('what was allowed', () => {
  test('does not run with a tool that has changed meanwhile', async () => {
    const history = openHistory()
    const { replies } = openDoors([[{ id: 'a' }]], undefined, history, plugin)
    const { answer } = await exchange(replies, send('open it'))
    const changed = openDoors([], undefined, history, { ...plugin, hash: 'two' })
    const gone = await exchange(changed.replies, word(answer, 'once'))
    expect(changed.opened).toEqual([])
    expect(gone.answer.parts).toContainEqual(
      expect.objectContaining({
        type: 'toolResult',
        failed: true,
        text: 'The tool has changed since this call was allowed. It was not run.',
      }),
    )
  })

  test('and is taken back before it begins is asked for', async () => {
    const history = openHistory()
    const first = openDoors([[{ id: 'a' }]], undefined, history, plugin)
    const { answer } = await exchange(first.replies, send('open it'))
    await exchange(first.replies, word(answer, 'always'))
    const ran: string[] = []
    const tool = door(ran, undefined, {
      ...plugin,
      run: (_input, { toolCallId }) => {
        ran.push(toolCallId)
        for (const { id } of listGrants(history)) revokeGrant(history, id)
        return Promise.resolve({ parts: [] })
      },
    })
    const calls = wanting([{ id: 'b' }, { id: 'c' }])
    const { replies } = openChat(calls, history, { tools: boxOf(tool) })
    const next = await exchange(replies, send('open both'))
    expect(ran).toEqual(['b'])
    expect(next.answer.status).toBe('awaiting')
  })

  test('in a chat goes with the chat', async () => {
    const { replies, database } = openDoors([[{ id: 'a' }]], undefined, undefined, plugin)
    const { answer } = await exchange(replies, send('open it'))
    await exchange(replies, word(answer, 'chat'))
    const covered = () =>
      findGrant(
        database,
        answer.conversationId,
        { name: 'door', scope: 'door', pluginId: 'doors', hash: 'one' },
        {},
      )
    expect(covered()).toMatchObject({ lasts: 'chat' })
    removeConversation(database, answer.conversationId, Date.now())
    expect(listGrants(database)).toEqual([])
    emptyTrash(database, null)
    eraseRemoved(database)
    expect(covered()).toBeUndefined()
  })
})
