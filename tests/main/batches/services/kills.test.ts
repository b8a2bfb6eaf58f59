import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { BatchOffer } from '../../../../src/main/providers/requestBatches.ts'
import { startFakeBatches } from '../../../fakes/fakeBatches.ts'
import { startFakeMistralJobs } from '../../../fakes/fakeMistralJobs.ts'
import { startFakeOpenRouterBatches } from '../../../fakes/fakeOpenRouterBatches.ts'
import { cachedNode } from '../../cachedNode.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openTestBatches } from '../openTestBatches.ts'
import { virtualClock } from '../virtualClock.ts'
import { testOffer } from './testOffer.ts'

const killedParts = fileURLToPath(new URL('killedParts.ts', import.meta.url))

interface Moment {
  name: string
  /** The beginning of a statement that has run, and how often it ran before. */
  statement?: string
  times?: number
  /** A request, and whether the service has done its work. */
  request?: string
  step?: 'arrived' | 'done'
}

const moments: Moment[] = [
  // After the reading, the draft, and the prompts that the start keeps within its own transaction.
  { name: 'the consent is written', statement: 'COMMIT', times: 3 },
  { name: 'the part is there', statement: 'INSERT INTO batch_part' },
  { name: 'its rows are being put in', statement: "UPDATE batch_row SET state = 'sent'" },
  { name: 'its file is written', statement: 'UPDATE batch_part SET rows' },
  { name: 'the upload is on its way', request: 'POST /files', step: 'arrived' },
  { name: 'the answer to the upload is lost', request: 'POST /files', step: 'done' },
  { name: 'the upload is written', statement: "UPDATE batch_part SET state = 'uploaded'" },
  { name: 'the post is written', statement: "UPDATE batch_part SET state = 'sending'" },
  { name: 'the creation is on its way', request: 'POST /batches', step: 'arrived' },
  { name: 'the answer to the creation is lost', request: 'POST /batches', step: 'done' },
  { name: 'the batch is known', statement: "UPDATE batch_part SET state = 'following'" },
  {
    name: 'the second part is sent',
    statement: "UPDATE batch_part SET state = 'sending'",
    times: 1,
  },
  { name: 'it is polled', request: 'GET /batches/:id', step: 'done' },
  { name: 'its results are fetched', request: 'GET /files/:id/content', step: 'arrived' },
  { name: 'a result is being joined', statement: 'UPDATE batch_row SET state = ?, answer' },
  { name: 'a part has ended', statement: 'UPDATE batch_part SET state = ?' },
  { name: 'all is done' },
]

/** A service with its own form of batches. */
interface Service {
  offer: BatchOffer
  startFake: () => Promise<{
    baseUrl: string
    violations: readonly string[]
    batches: readonly { lines: readonly { prompt: string }[] }[]
    onStep: (at: string, step: 'arrived' | 'done') => void
    close: () => Promise<void>
  }>
}

/** Kills a run at a moment, and expects each row in one batch after the next start. */
async function expectOnce({ offer, startFake }: Service, moment: Moment): Promise<void> {
  const { statement = '', times = 0, request, step } = moment
  const folder = temporaryFolder()
  const fake = await startFake()
  onTestFinished(() => fake.close())
  const child = spawn(
    process.execPath,
    [
      ...[...cachedNode, killedParts, folder, fake.baseUrl, JSON.stringify(offer)],
      ...[statement, String(times)],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  fake.onStep = (at, reached) => {
    if (at === request && reached === step) child.kill('SIGKILL')
  }
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'close')
  expect(child.signalCode).toBe('SIGKILL')
  fake.onStep = () => undefined

  const provider = openService(fake.baseUrl, { batches: offer })
  const again = openTestBatches({ folder, provider, offer, ...virtualClock() })
  onTestFinished(() => again.crash())
  again.begin()
  const [batch] = again.batches.handlers.list({}, { windowId: 1 }) as { id: string }[]
  const { counts } = await again.until(
    batch?.id ?? '',
    (seen) => seen.state === 'done' && seen.counts.sent === 0,
  )
  expect(fake.violations).toEqual([])
  const prompts = fake.batches.flatMap(({ lines }) => lines.map(({ prompt }) => prompt))
  expect(new Set(prompts).size).toBe(prompts.length)
  // A creation that never arrived is for the user to decide about; all else is answered.
  const arrived = prompts.length
  expect(counts).toMatchObject({ done: arrived, unknown: 3 - arrived })
  expect(again.database.all('SELECT DISTINCT posts, consents FROM batch_row')).toEqual([
    { posts: 1, consents: 1 },
  ])
}

test.each(moments)('killed when $name: each row is in one batch', (moment) =>
  expectOnce({ offer: testOffer, startFake: startFakeBatches }, moment),
)

/** Returns the moments of a dialect's own requests: all else is the same for every service. */
function momentsOf(creation: string, look: string): Moment[] {
  return [
    { name: 'the creation is on its way', request: creation, step: 'arrived' },
    { name: 'the answer to the creation is lost', request: creation, step: 'done' },
    { name: 'it is polled', request: look, step: 'done' },
  ]
}

test.each(momentsOf('POST /batch/jobs', 'GET /batch/jobs/:id'))(
  'Mistral, killed when $name: each row is in one job',
  (moment) =>
    expectOnce(
      { offer: { ...testOffer, dialect: 'mistral' }, startFake: startFakeMistralJobs },
      moment,
    ),
)

test.each(momentsOf('POST /batches', 'GET /batches/:id'))(
  'OpenRouter, killed when $name: each row is in one batch',
  (moment) =>
    expectOnce(
      {
        offer: { ...testOffer, dialect: 'openrouter', cancellable: false },
        startFake: startFakeOpenRouterBatches,
      },
      moment,
    ),
)
