import { expect, onTestFinished, test } from 'vitest'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { openService } from '../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { isEnded, openTestBatches, testCaller } from './openTestBatches.ts'

const model = { providerId: 'other', modelId: 'large' }

test('a draft keeps its model and prompts over a restart, and a started table its own', async () => {
  const server = await startFakeOpenAi()
  onTestFinished(() => server.close())
  const folder = temporaryFolder()
  const provider = openService(server.baseUrl)
  const first = openTestBatches({ folder, provider })
  const { id } = await first.add('text\nhello')
  const prompts = { system: 'Be short', prompt: 'Say {{text}}', answerShape: 'tone' }
  await first.handlers.preview({ id, model, ...prompts }, testCaller)
  first.crash()

  const again = openTestBatches({ folder, provider })
  onTestFinished(() => again.crash())
  again.begin()
  expect(again.read(id)).toMatchObject({ state: 'draft', model, ...prompts })
  await again.start(id, 'Other {{text}}')
  await again.until(id, isEnded)
  await again.handlers.preview({ id, model, ...prompts }, testCaller)
  expect(again.read(id)).toMatchObject({ state: 'done', system: '', prompt: 'Other {{text}}' })
})
