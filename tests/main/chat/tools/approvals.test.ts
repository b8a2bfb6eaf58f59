import { describe, expect, test } from 'vitest'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import { appendSpoken } from '../../../../src/main/chat/history/appendSpoken.ts'
import { getMessage, listMessages } from '../../../../src/main/chat/history/messages.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import type { Tool } from '../../../../src/main/tools/tool.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { wanting, callsOf, resultsOf, word, openDoors } from '../openDoors.ts'
import {
  exchange,
  model,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
} from '../testHistory.ts'

describe('a call that needs the user’s word', () => {
  test('is asked for, and nothing runs meanwhile', async () => {
    const { replies, opened, database } = openDoors([[{ id: 'a' }]], {
      ask: 'oncePerChat',
      destination: 'doors.example',
    })
    const { answer, frames } = await exchange(replies, send('open it'))
    expect(answer.status).toBe('awaiting')
    expect(callsOf(answer)).toMatchObject([
      {
        state: 'awaiting',
        title: 'The door',
        effect: 'write',
        approval: { scope: 'door', destination: 'doors.example' },
      },
    ])
    expect(frames.map(({ type }) => type)).toContain('toolProgress')
    expect(replies.isRunning(answer.id)).toBe(false)
    expect(opened).toEqual([])
    expect(getMessage(database, answer.id, () => false)).toEqual(answer)
  })

  test('runs once for one word, and the turn goes on', async () => {
    const { replies, opened, provider } = openDoors([[{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    const gone = await exchange(replies, word(answer, 'once'))
    expect(gone.answer).toMatchObject({ id: answer.id, status: 'complete' })
    expect(gone.answer.parts.map(({ type }) => type)).toEqual(['toolCall', 'toolResult', 'text'])
    expect(opened).toEqual(['a'])
    expect(provider.requests[1]?.turns.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
    await expect(exchange(replies, word(answer, 'once'))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(opened).toEqual(['a'])
  })

  test('that is denied is told to the model', async () => {
    const { replies, opened, provider } = openDoors([[{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    const gone = await exchange(replies, word(answer, 'deny'))
    expect(gone.answer.status).toBe('complete')
    expect(opened).toEqual([])
    expect(provider.requests[1]?.turns.at(-1)?.parts).toEqual([
      { type: 'toolResult', id: 'a', text: 'The user did not allow this call.', failed: true },
    ])
  })

  test('is asked for anew with the same id in a later round', async () => {
    const { replies, opened } = openDoors([[{ id: 'a' }], [{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    const again = await exchange(replies, word(answer, 'once'))
    expect(again.answer.status).toBe('awaiting')
    expect(opened).toEqual(['a'])
    await expect(exchange(replies, word(answer, 'once'))).rejects.toMatchObject({
      code: 'conflict',
    })
    const last = await exchange(replies, word(again.answer, 'once', 1))
    expect(last.answer.status).toBe('complete')
    expect(opened).toEqual(['a', 'a'])
  })

  test('allowed in the chat is not asked for again there, and is in another', async () => {
    const { replies, opened } = openDoors([[{ id: 'a' }], [], [{ id: 'b' }], [], [{ id: 'c' }]])
    const { answer } = await exchange(replies, send('open it'))
    await exchange(replies, word(answer, 'chat'))
    const place = { conversationId: answer.conversationId, parentId: answer.id }
    const second = await exchange(replies, send('and again', place))
    expect(second.answer.status).toBe('complete')
    expect(opened).toEqual(['a', 'b'])
    const other = await exchange(replies, send('open it'))
    expect(other.answer.status).toBe('awaiting')
  })

  test('that is always asked for can’t be allowed for the chat', async () => {
    const { replies } = openDoors([[{ id: 'a' }], [{ id: 'b' }]], { ask: 'always' })
    const { answer } = await exchange(replies, send('open it'))
    expect(callsOf(answer)[0]?.approval?.scope).toBeNull()
    const next = await exchange(replies, word(answer, 'chat'))
    expect(callsOf(next.answer)[0]?.permission).toBe('once')
    expect(next.answer.status).toBe('awaiting')
  })

  test('waits until each of several has its word; one for the chat covers its like', async () => {
    const first = openDoors([[{ id: 'a' }, { id: 'b' }]], { ask: 'always' })
    const { answer } = await exchange(first.replies, send('open both'))
    const half = await exchange(first.replies, word(answer, 'once', 1))
    expect(half.answer.status).toBe('awaiting')
    expect(half.frames.map(({ type }) => type)).toEqual(['started', 'finished'])
    expect(first.opened).toEqual([])
    const whole = await exchange(first.replies, word(answer, 'deny', 0))
    expect(whole.answer.status).toBe('complete')
    expect(first.opened).toEqual(['b'])

    const second = openDoors([[{ id: 'a' }, { id: 'b' }]])
    const both = await exchange(second.replies, send('open both'))
    await exchange(second.replies, word(both.answer, 'chat'))
    expect(second.opened).toEqual(['a', 'b'])
  })
})

describe('while a call waits', () => {
  test('a restart changes nothing', async () => {
    const database = openHistory()
    const { replies } = openDoors([[{ id: 'a' }]], undefined, database)
    const { answer } = await exchange(replies, send('open it'))
    replies.stopAll()
    recoverInterrupted(database)
    const restarted = openDoors([], undefined, database)
    const gone = await exchange(restarted.replies, word(answer, 'once'))
    expect(gone.answer.status).toBe('complete')
    expect(restarted.opened).toEqual(['a'])
  })

  test('Stop ends the answer, and a late word does nothing', async () => {
    const { replies, opened, database } = openDoors([[{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    replies.stop(answer.id)
    const stopped = getMessage(database, answer.id, () => false)
    expect(stopped.status).toBe('stopped')
    expect(callsOf(stopped)[0]?.state).toBeUndefined()
    await expect(exchange(replies, word(answer, 'once'))).rejects.toMatchObject({
      code: 'conflict',
    })
    const gone = await exchange(replies, { kind: 'continue', messageId: answer.id })
    expect(resultsOf(gone.answer)).toEqual(['The tool was not run.'])
    expect(opened).toEqual([])
  })

  test.each<[string, (answer: Message) => ReplyInput]>([
    ['another message', ({ id, conversationId }) => send('no', { conversationId, parentId: id })],
    ['another answer', ({ id }) => ({ kind: 'regenerate', messageId: id, model, shorten: false })],
  ])('%s ends the question', async (_name, input) => {
    const { replies, database } = openDoors([[{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    await exchange(replies, input(answer))
    expect(getMessage(database, answer.id, () => false).status).toBe('stopped')
  })

  test('what is said in a call ends the question', async () => {
    const { replies, database } = openDoors([[{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    const { conversationId } = answer
    const spoken = {
      conversationId,
      role: 'user',
      text: 'hello',
      at: 1,
      isInterrupted: false,
    } as const
    appendSpoken(
      { database, isRunning: () => false, now: Date.now },
      { ...spoken, usage: null, chatModel: null, speaker: model },
    )
    expect(getMessage(database, answer.id, () => false).status).toBe('stopped')
  })

  test('another version of the question leaves it as it was, in its branch', async () => {
    const { replies, opened, database } = openDoors([[{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    const { conversationId } = answer
    await exchange(replies, send('rather not', { conversationId, parentId: null }))
    expect(
      listMessages(database, { conversationId, before: null, limit: 9 }, () => false).messages,
    ).toHaveLength(2)
    const gone = await exchange(replies, word(answer, 'once'))
    expect(gone.answer.status).toBe('complete')
    expect(opened).toEqual(['a'])
  })

  test('Continue is refused', async () => {
    const { replies } = openDoors([[{ id: 'a' }]])
    const { answer } = await exchange(replies, send('open it'))
    const input = { kind: 'continue' as const, messageId: answer.id }
    await expect(exchange(replies, input)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a process that ends while a tool runs', () => {
  /** Leaves the tool in the middle and opens the history again. */
  async function breakOff(effect: Tool['effect']) {
    const database = openHistory()
    const begun: string[] = []
    const tool = testTool({
      name: 'door',
      effect,
      run: (_input, { toolCallId }) => {
        begun.push(toolCallId)
        return begun.length === 1
          ? new Promise(() => undefined)
          : Promise.resolve(said('opened at last'))
      },
    })
    const tools = boxOf(tool)
    const frames = openFrames(
      openChat(wanting([{ id: 'a' }]), database, { tools }).replies,
      send('open it'),
    )
    const { answer } = await readStart(frames)
    while (begun.length === 0) await frames.next()
    // After a kill only committed rows remain.
    recoverInterrupted(database)
    const { replies } = openChat(wanting(), database, { tools })
    const rest = getMessage(database, answer.id, () => false)
    return { begun, rest, replies }
  }

  test.each(['write', 'outside'] as const)('does not run a %s again', async (effect) => {
    const { begun, rest, replies } = await breakOff(effect)
    expect(rest.status).toBe('interrupted')
    expect(callsOf(rest)).toMatchObject([{ state: 'interrupted', effect }])
    const gone = await exchange(replies, { kind: 'continue', messageId: rest.id })
    expect(begun).toEqual(['a'])
    expect(resultsOf(gone.answer)[0]).toMatch(/unknown/)
    expect(gone.answer.status).toBe('complete')
  })

  test('runs a read again', async () => {
    const { begun, rest, replies } = await breakOff('read')
    expect(callsOf(rest)).toMatchObject([{ state: 'interrupted' }])
    const gone = await exchange(replies, { kind: 'continue', messageId: rest.id })
    expect(begun).toEqual(['a', 'a'])
    expect(resultsOf(gone.answer)).toEqual(['opened at last'])
    expect(gone.answer.parts.at(-1)).toEqual({ type: 'text', text: 'Done.' })
  })
})

describe('calls of one answer', () => {
  test('reads run side by side, writes alone and in the model’s order', async () => {
    const log: string[] = []
    const tool = (name: string, effect: Tool['effect']) =>
      testTool({
        name,
        effect,
        async run(_input, { toolCallId }) {
          log.push(`${toolCallId} begins`)
          await new Promise((resolve) => setTimeout(resolve, 5))
          log.push(`${toolCallId} ends`)
          return said(toolCallId)
        },
      })
    const provider = wanting([
      { id: 'r1', name: 'look' },
      { id: 'r2', name: 'look' },
      { id: 'w1', name: 'paint' },
      { id: 'w2', name: 'paint' },
      { id: 'r3', name: 'look' },
    ])
    const tools = boxOf(tool('look', 'read'), tool('paint', 'write'))
    await exchange(openChat(provider, openHistory(), { tools }).replies, send('go'))
    expect(log.slice(0, 2)).toEqual(['r1 begins', 'r2 begins'])
    expect(log.slice(4)).toEqual([
      'w1 begins',
      'w1 ends',
      'w2 begins',
      'w2 ends',
      'r3 begins',
      'r3 ends',
    ])
  })

  test('nothing overtakes one that waits, what stands before it runs', async () => {
    const ran: string[] = []
    const note = (name: string, given: Partial<Tool>) =>
      testTool({
        name,
        run: (_input, { toolCallId }) => {
          ran.push(toolCallId)
          return Promise.resolve(said(toolCallId))
        },
        ...given,
      })
    const tools = boxOf(
      note('look', {}),
      note('door', { effect: 'write', consent: () => ({ ask: 'always' }) }),
      note('paint', { effect: 'write' }),
    )
    const provider = wanting([
      { id: 'r1', name: 'look' },
      { id: 'd', name: 'door' },
      { id: 'p', name: 'paint' },
      { id: 'r2', name: 'look' },
    ])
    const { replies } = openChat(provider, openHistory(), { tools })
    const { answer } = await exchange(replies, send('go'))
    expect(answer.status).toBe('awaiting')
    expect(ran).toEqual(['r1'])
    const gone = await exchange(replies, word(answer, 'once', 1))
    expect(gone.answer.status).toBe('complete')
    expect(ran).toEqual(['r1', 'd', 'p', 'r2'])
  })
})
