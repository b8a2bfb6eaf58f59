import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { BatchPreview } from '../../../../src/shared/batches/batches.ts'
import { startFakeOpenAi, type FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { isEnded, model, openTestBatches, testCaller } from '../openTestBatches.ts'

let server: FakeOpenAi

beforeEach(async () => {
  server = await startFakeOpenAi()
  return () => server.close()
})

const prompts = { model, system: '', prompt: 'Say {{text}}', answerShape: '' }
const rowsInOrder = 'SELECT number, state, answer, posts, consents FROM batch_row ORDER BY number'

async function openDraft(folder = temporaryFolder()) {
  const tables = openTestBatches({ folder, provider: openService(server.baseUrl) })
  onTestFinished(() => tables.crash())
  tables.begin()
  const { id } = await tables.add('text\none\n""\nthree\n')
  const tryRow = async (number: number, given = prompts): Promise<void> => {
    await tables.handlers.tryRow({ id, number, ...given }, testCaller)
  }
  const preview = async (given = prompts): Promise<BatchPreview> =>
    tables.handlers.preview({ id, ...given }, testCaller)
  return { ...tables, folder, id, tryRow, preview }
}

test('a row that was tried is not sent again by the start', async () => {
  const draft = await openDraft()
  await draft.tryRow(3)
  expect(draft.read(draft.id)).toMatchObject({ state: 'draft', counts: { done: 1, waiting: 1 } })
  expect(await draft.preview()).toMatchObject({
    requests: 1,
    tried: [{ number: 3, answer: 'You said: Say three', isOutdated: false }],
  })

  await draft.start(draft.id, prompts.prompt)
  const ended = await draft.until(draft.id, isEnded)
  expect(ended).toMatchObject({ state: 'done', counts: { done: 2, empty: 1 } })
  expect(server.requests).toHaveLength(2)
  expect(draft.database.all(rowsInOrder)[2]).toMatchObject({ posts: 1, consents: 1 })
})

test('a row that was tried with another prompt is sent again, with the consent of the start', async () => {
  const draft = await openDraft()
  await draft.tryRow(1)
  const other = { ...prompts, prompt: 'Shout {{text}}' }
  expect(await draft.preview(other)).toMatchObject({
    requests: 2,
    tried: [{ answer: 'You said: Say one', isOutdated: true }],
  })
  // The answer counts again once the texts are as they were.
  expect(await draft.preview()).toMatchObject({ requests: 1, tried: [{ isOutdated: false }] })

  await draft.start(draft.id, other.prompt)
  await draft.until(draft.id, isEnded)
  expect(draft.database.all(rowsInOrder)[0]).toMatchObject({
    ...{ state: 'done', answer: 'You said: Shout one', posts: 2, consents: 2 },
  })
  expect(server.requests).toHaveLength(3)
})

test('each press is a consent: a row is tried twice, and its last answer stays', async () => {
  const draft = await openDraft()
  await draft.tryRow(1)
  await draft.tryRow(1, { ...prompts, prompt: 'Shout {{text}}' })
  expect(server.requests).toHaveLength(2)
  expect(draft.database.all(rowsInOrder)[0]).toMatchObject({
    ...{ answer: 'You said: Shout one', posts: 2, consents: 2 },
  })
  expect(draft.read(draft.id).counts).toMatchObject({ done: 1, waiting: 1 })
})

test('a row that was refused at no cost shows the error, and waits for the start', async () => {
  const draft = await openDraft()
  server.behave({ kind: 'status', status: 401, body: { error: { message: 'No' } } })
  await draft.tryRow(1)
  const { requests, tried } = await draft.preview()
  expect(requests).toBe(2)
  expect(tried).toMatchObject([{ state: 'waiting', error: { code: 'keyRefused' } }])
  server.behave(({ messages }) => ({ kind: 'answer', text: String(messages.at(-1)?.content) }))
  await draft.start(draft.id, prompts.prompt)
  const ended = await draft.until(draft.id, isEnded)
  expect(ended.counts).toMatchObject({ done: 2 })
  expect(draft.database.all(rowsInOrder)[0]).toMatchObject({ posts: 1, consents: 1 })
})

test('after a kill nobody knows of the answer, and the start does not send the row again', async () => {
  const draft = await openDraft()
  const arrived = Promise.withResolvers<void>()
  server.behave(() => {
    arrived.resolve()
    return { kind: 'hang' }
  })
  const trial = draft.tryRow(1)
  await arrived.promise
  await expect(draft.start(draft.id, prompts.prompt)).rejects.toMatchObject({ code: 'conflict' })
  await expect(draft.tryRow(3)).rejects.toMatchObject({ code: 'conflict' })
  expect(() => draft.handlers.remove({ id: draft.id }, testCaller)).toThrow('being tried')
  draft.crash()
  await trial.catch(() => undefined)

  const again = openTestBatches({ folder: draft.folder, provider: openService(server.baseUrl) })
  onTestFinished(() => again.crash())
  again.begin()
  server.behave(({ messages }) => ({ kind: 'answer', text: String(messages.at(-1)?.content) }))
  await again.start(draft.id, prompts.prompt)
  const ended = await again.until(draft.id, isEnded)
  expect(ended.counts).toMatchObject({ done: 1, unknown: 1 })
  expect(server.requests).toHaveLength(2)
})

test.each([
  ['an empty row', 2, prompts],
  ['a row that is not there', 4, prompts],
  ['an unknown variable', 1, { ...prompts, prompt: '{{name}}' }],
])('%s is not sent', async (_name, number, given) => {
  const draft = await openDraft()
  await expect(draft.tryRow(number, given)).rejects.toMatchObject({ code: 'badInput' })
  expect(server.requests).toHaveLength(0)
})
