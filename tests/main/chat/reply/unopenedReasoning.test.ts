import { expect, onTestFinished, test } from 'vitest'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { readJournal } from '../../../../src/main/chat/history/journal.ts'
import { joinPieces } from '../../../../src/main/chat/history/pieces.ts'
import { createTitles } from '../../../../src/main/chat/history/titles.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { boxOf, testTool } from '../../tools/testTool.ts'
import { scriptedProvider } from '../scriptedProvider.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

/** Starts a service whose template opens the reasoning in the prompt. */
async function openUnopened() {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  const chunks = [
    { content: 'The user asks for 17 times 23. ' },
    { content: 'That is 391.\n</thi' },
    { content: 'nk>\n\n391' },
  ].map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] }))
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const pieces = [...chunks, end].map((chunk) =>
    new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`),
  )
  fake.behave({ kind: 'bytes', pieces: [...pieces, new TextEncoder().encode('data: [DONE]\n\n')] })
  return openService(fake.baseUrl)
}

const reasoning = { type: 'reasoning', text: 'The user asks for 17 times 23. That is 391.' }

test('what stands before a lone closing tag is reasoning, not the answer', async () => {
  const { replies, database } = openChat(await openUnopened())
  const { answer, frames } = await exchange(replies, send('17 times 23?'))
  expect(answer.parts).toEqual([reasoning, { type: 'text', text: '391' }])
  expect(frames.filter(({ type }) => type === 'textWasReasoning')).toHaveLength(1)
  expect(getMessage(database, answer.id, () => false).parts).toEqual(answer.parts)
})

test('it is no title either', async () => {
  const provider = await openUnopened()
  const { replies, database, broadcast, completed, events } = openChat(provider)
  const titles = createTitles({
    database,
    lookup: async () => provider,
    writesTitles: () => true,
    broadcast,
    log: () => undefined,
  })
  await exchange(replies, send('17 times 23?'))
  const [last] = completed
  if (last) titles.suggest(last.answer, last.conversation)
  await expect.poll(() => JSON.stringify(events)).toContain('"title":"391"')
})

test('a kill after the tag keeps it as reasoning', async () => {
  const provider = scriptedProvider(async function* () {
    yield { type: 'text', text: 'Hm.' }
    yield { type: 'textWasReasoning' }
    yield { type: 'text', text: 'Yes' }
    await new Promise(() => undefined)
  })
  const { replies, database } = openChat(provider, openHistory())
  let id = ''
  for await (const frame of replies.reply(send('Is it?'), new AbortController().signal)) {
    if (frame.type === 'started') id = frame.messages.at(-1)?.id ?? ''
    if (frame.type !== 'text' || frame.text !== 'Yes') continue
    await expect.poll(() => readJournal(database, id).pieces).toHaveLength(3)
    expect(joinPieces(readJournal(database, id).pieces)).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Yes' },
    ])
    break
  }
  replies.stopAll()
})

test('the rounds before keep their text', async () => {
  let asked = 0
  const provider = scriptedProvider(async function* () {
    asked += 1
    if (asked === 1) {
      yield { type: 'text', text: 'I look.' }
      yield { type: 'toolCall', id: 'a', name: 'now', arguments: '{}' }
      yield { type: 'finish', reason: 'toolCalls' }
      return
    }
    yield { type: 'text', text: 'So it is noon.' }
    yield { type: 'textWasReasoning' }
    yield { type: 'text', text: 'Noon.' }
    yield { type: 'finish', reason: 'stop' }
  })
  const { replies } = openChat(provider, openHistory(), { tools: boxOf(testTool({ name: 'now' })) })
  const { answer } = await exchange(replies, send('When?'))
  expect(answer.parts.map((part) => ('text' in part ? [part.type, part.text] : part.type))).toEqual(
    [
      ['text', 'I look.'],
      'toolCall',
      ['toolResult', expect.any(String)],
      ['reasoning', 'So it is noon.'],
      ['text', 'Noon.'],
    ],
  )
})
