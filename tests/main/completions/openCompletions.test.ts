import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createHistory } from '../../../src/main/app/history.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { openCompletions } from '../../../src/main/completions/openCompletions.ts'
import type { ContinuationFrame, ContinuedText } from '../../../src/shared/completions.ts'
import { oldShapeEvents, startFakeCompletions } from '../../fakes/fakeCompletions.ts'
import { openProviders } from '../providers/openProviders.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const caller = { windowId: 1 }
const sampling = { stop: [], temperature: null, topP: null, seed: null, maxTokens: 5 }

/** Opens the feature on a folder, as a start does. */
function open(folder = temporaryFolder()) {
  const logged: string[] = []
  const log = (event: string): void => void logged.push(event)
  const rebuild = () => Promise.reject(new Error('Nothing is damaged here'))
  const history = createHistory({ folder, migrations, log, rebuild })
  const { providers } = openProviders()
  let spent = 0
  const feature = openCompletions(
    { history, log },
    {
      providers,
      refusedChats: () => [],
      beginPaid: () => ({ admit: () => Promise.resolve(), end: () => undefined }),
      onSpent: () => (spent += 1),
    },
  )
  history.open()
  onTestFinished(() => history.close())
  const handlers = feature.handlers()
  if (!handlers) throw new Error('The history is closed')
  return { folder, handlers, providers, logged, close: history.close, spent: () => spent }
}

const kept: ContinuedText = {
  model: { providerId: 'fake', modelId: 'parley-base' },
  fields: { stop: '\\n', temperature: '0,', topP: '', seed: '7', maxTokens: '20' },
  text: 'Once upon',
  steps: [{ at: 4, removed: '', inserted: ' upon' }],
  done: 1,
}

test('the text is there again after a start, with its steps', async () => {
  const first = open()
  expect(await first.handlers.text({}, caller)).toEqual({ kept: null })
  await first.handlers.saveText({ kept }, caller)
  await first.handlers.saveText({ kept: { ...kept, text: 'Twice upon' } }, caller)
  first.close()
  const second = open(first.folder)
  expect(await second.handlers.text({}, caller)).toEqual({ kept: { ...kept, text: 'Twice upon' } })
})

test('a text that can not be read is told in the log, and another takes its place', async () => {
  const first = open()
  await first.handlers.saveText({ kept }, caller)
  const database = new DatabaseSync(join(first.folder, 'history.sqlite'))
  database.exec(`UPDATE continued_text SET kept = '{"text":1}'`)
  database.close()
  expect(await first.handlers.text({}, caller)).toEqual({ kept: null })
  expect(first.logged).toEqual(['The continued text could not be read'])
  await first.handlers.saveText({ kept }, caller)
  expect(await first.handlers.text({}, caller)).toEqual({ kept })
})

test('a text is continued with the model of a provider; the guide has none', async () => {
  const { folder, handlers, providers, spent } = open()
  const server = await startFakeCompletions()
  onTestFinished(() => server.close())
  server.behave({ events: oldShapeEvents([[' upon', 0.5]]) })
  const { id } = await providers.add({
    ...{ presetId: null, kind: 'openai-compatible', baseUrl: server.baseUrl },
  })
  const read = async (providerId: string): Promise<ContinuationFrame[]> => {
    const model = { providerId, modelId: 'parley-base' }
    const input = { model, text: 'Once', suffix: null, sampling }
    const frames: ContinuationFrame[] = []
    const { signal } = new AbortController()
    for await (const frame of handlers.continueText(input, signal, caller)) frames.push(frame)
    return frames
  }
  expect(await read(id)).toEqual([
    {
      type: 'pieces',
      pieces: [
        {
          text: ' upon',
          logprob: Math.log(0.5),
          alternatives: [{ text: ' upon', logprob: Math.log(0.5) }],
        },
      ],
    },
    { type: 'finish', reason: 'length' },
  ])
  await expect(read('guide')).rejects.toMatchObject({ code: 'completionsMissing' })
  // The fake server counts nothing, so what the one request has cost is unknown.
  const database = new DatabaseSync(join(folder, 'history.sqlite'))
  const rows = database.prepare('SELECT kind, provider_id, input_tokens FROM spend').all()
  database.close()
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { kind: 'continuation', provider_id: id, input_tokens: null },
  ])
  expect(spent()).toBe(1)
})
