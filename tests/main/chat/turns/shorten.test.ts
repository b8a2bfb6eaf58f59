import { expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/errors.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { scriptedProvider } from '../scriptedProvider.ts'
import { exchange, model, openChat, send } from '../testHistory.ts'

const questions = 5

/**
 * Opens a chat with this many answered questions, whose model finds it too long above a number of
 * turns.
 */
async function openLongChat(finish: Extract<ReplyEvent, { type: 'finish' }>['reason'] = 'stop') {
  let maxTurns = Infinity
  const provider = scriptedProvider(async function* ({ turns }) {
    if (turns.length > maxTurns) throw new AppError('contextTooLong', 'Too long')
    yield { type: 'text', text: 'Yes' }
    yield { type: 'finish', reason: maxTurns === Infinity ? 'stop' : finish }
  })
  const { replies } = openChat(provider)
  let place: { conversationId: string | null; parentId: string | null } = {
    conversationId: null,
    parentId: null,
  }
  let last: Message | undefined
  const ask = async (text: string): Promise<Message> => {
    const { answer } = await exchange(replies, send(text, place))
    place = { conversationId: answer.conversationId, parentId: answer.id }
    return answer
  }
  for (let number = 1; number < questions; number += 1) last = await ask(`Question ${number}`)
  return {
    replies,
    provider,
    last,
    limit: (turns: number) => (maxTurns = turns),
    askLast: () => ask(`Question ${questions}`),
  }
}

const shorten = (messageId: string) => ({
  kind: 'regenerate' as const,
  messageId,
  model,
  shorten: true,
})

test('a conversation that is too long tells how much can go, and fits after two shortenings', async () => {
  const { replies, provider, limit, askLast } = await openLongChat()
  limit(3)
  const failed = await askLast()
  expect(failed.error).toMatchObject({ code: 'contextTooLong', details: { droppable: 8 } })

  const once = await exchange(replies, shorten(failed.id))
  expect(once.answer.error).toMatchObject({ code: 'contextTooLong', details: { droppable: 4 } })
  expect(once.answer.warnings).toEqual([{ code: 'earlierDropped', subject: '4' }])

  const twice = await exchange(replies, shorten(once.answer.id))
  expect(twice.answer).toMatchObject({
    status: 'complete',
    warnings: [{ code: 'earlierDropped', subject: '6' }],
  })
  const turns = provider.requests.at(-1)?.turns ?? []
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(turns.at(-1)?.parts).toEqual([{ type: 'text', text: 'Question 5' }])
})

test('an answer that was shortened goes on without what was left out', async () => {
  const { replies, provider, limit, askLast } = await openLongChat('length')
  limit(5)
  const failed = await askLast()
  const { answer } = await exchange(replies, shorten(failed.id))
  expect(answer.status).toBe('cutOff')
  const shortened = provider.requests.at(-1)?.turns ?? []
  limit(7)
  const gone = await exchange(replies, { kind: 'continue', messageId: answer.id })
  expect(gone.answer.error).toBeNull()
  expect(provider.requests.at(-1)?.turns.slice(0, shortened.length)).toEqual(shortened)
  expect(gone.answer.warnings).toEqual([{ code: 'earlierDropped', subject: '4' }])
})

test('where nothing can go, nothing is said to have gone', async () => {
  const { replies, limit } = await openLongChat()
  limit(0)
  const { answer } = await exchange(replies, send('Very long'))
  expect(answer.error).toMatchObject({ code: 'contextTooLong' })
  expect(answer.error?.details?.droppable).toBeUndefined()
  const again = await exchange(replies, shorten(answer.id))
  expect(again.answer).toMatchObject({ status: 'failed', warnings: [] })
})
