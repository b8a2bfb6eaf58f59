import { describe, expect, test } from 'vitest'
import type { ReplyFrame } from '../../../../src/shared/chat/chat.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { listMessages } from '../../../../src/main/chat/history/messages.ts'
import { saying, sayingThenSilent, scriptedProvider } from '../scriptedProvider.ts'
import { collect, exchange, openChat, openFrames, readStart, send } from '../testHistory.ts'

const nobody = (): boolean => false
const never = new AbortController().signal

describe('regenerate', () => {
  test('makes another version beside the first, from the same question', async () => {
    const provider = saying('An answer')
    const { replies, database } = openChat(provider)
    const first = await exchange(replies, send('one'))
    const { model } = first.answer
    if (!model) throw new Error('no model')
    const second = await exchange(replies, {
      kind: 'regenerate',
      messageId: first.answer.id,
      model: { ...model, modelId: 'parrot-2' },
      shorten: false,
    })
    expect(second.answer.siblings).toEqual([first.answer.id, second.answer.id])
    expect(second.answer.model?.modelId).toBe('parrot-2')
    expect(provider.requests.map((request) => request.turns)).toEqual([
      provider.requests[0]?.turns,
      provider.requests[0]?.turns,
    ])
    const page = listMessages(
      database,
      { conversationId: first.conversation.id, before: null, limit: 10 },
      nobody,
    )
    expect(page.messages.map((message) => message.id)).toEqual([
      first.question?.id,
      second.answer.id,
    ])
  })

  test('takes answers only', async () => {
    const { replies } = openChat(saying('An answer'))
    const { question, answer } = await exchange(replies, send('one'))
    const input = {
      kind: 'regenerate' as const,
      messageId: question?.id ?? '',
      model: answer.model ?? { providerId: '', modelId: '' },
      shorten: false,
    }
    await expect(collect(replies.reply(input, never))).rejects.toMatchObject({ code: 'badInput' })
  })
})

describe('continue', () => {
  test('goes on in the same message, with what was said as the last answer', async () => {
    let count = 0
    const provider = scriptedProvider(async function* () {
      count++
      yield { type: 'reasoning', text: `thought ${count}` }
      yield { type: 'text', text: count === 1 ? 'Once upon' : ' a time' }
      yield { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 } }
      yield { type: 'finish', reason: count === 1 ? 'length' : 'stop' }
    })
    const { replies } = openChat(provider)
    const first = await exchange(replies, send('Tell me'))
    const { answer, frames } = await exchange(replies, {
      kind: 'continue',
      messageId: first.answer.id,
    })
    expect(frames[0]).toMatchObject({ messages: [{ id: first.answer.id, status: 'streaming' }] })
    expect(answer).toMatchObject({
      id: first.answer.id,
      status: 'complete',
      parts: [
        { type: 'reasoning', text: 'thought 1thought 2' },
        { type: 'text', text: 'Once upon a time' },
      ],
      usage: { inputTokens: 2, outputTokens: 4 },
    })
    const turns = provider.requests[1]?.turns ?? []
    expect(turns.map((turn) => turn.role)).toEqual(['user', 'assistant', 'user'])
    expect(turns[1]?.parts).toEqual([{ type: 'text', text: 'Once upon' }])
  })

  test('asks again where nothing had come', async () => {
    let count = 0
    const provider = scriptedProvider(async function* () {
      if (++count === 1) throw new AppError('timeout', 'No answer')
      yield { type: 'text', text: 'Here' }
      yield { type: 'finish', reason: 'stop' }
    })
    const { replies } = openChat(provider)
    const first = await exchange(replies, send('Tell me'))
    const { answer } = await exchange(replies, { kind: 'continue', messageId: first.answer.id })
    expect(answer).toMatchObject({ status: 'complete', error: null })
    expect(provider.requests[1]?.turns).toEqual(provider.requests[0]?.turns)
  })

  test('refuses what is still written, and what is complete', async () => {
    const provider = sayingThenSilent('Half')
    const { replies, database } = openChat(provider)
    const frames = openFrames(replies, send('go'))
    const { conversation, answer } = await readStart(frames)
    const messageId = answer.id
    const again = (): Promise<ReplyFrame[]> =>
      collect(replies.reply({ kind: 'continue', messageId }, never))
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    const under = { conversationId: conversation.id, parentId: messageId }
    await expect(collect(replies.reply(send('more', under), never))).rejects.toMatchObject({
      code: 'conflict',
    })
    await frames.leave()
    database.run(`UPDATE message SET status = 'complete'`)
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
  })
})
