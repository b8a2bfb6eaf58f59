import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeFineTuning, type TuningFault } from '../../fakes/fakeFineTuning.ts'
import { startFakeFireworks } from '../../fakes/fakeFireworks.ts'
import { cachedNode } from '../cachedNode.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { isSettled, openTestTrainings } from './openTestTrainings.ts'

const killedTraining = fileURLToPath(new URL('killedTraining.ts', import.meta.url))

/** A part of the statement or of its values, how often it has run before, and the end of the row. */
const moments: readonly [name: string, moment: string, times: number, end: string][] = [
  ['the set is written', 'INSERT INTO training', 0, 'draft'],
  ['the consent is written', 'uploading', 0, 'succeeded'],
  ['the set is divided', 'split =', 0, 'succeeded'],
  ['the first file is uploaded', 'training_file =', 0, 'succeeded'],
  ['the second file is uploaded', 'validation_file =', 0, 'succeeded'],
  ['the training is about to be created', 'creating', 0, 'unknown'],
  ['the training is created', 'remote_id =', 0, 'succeeded'],
  ['its progress is written', 'curve =', 1, 'succeeded'],
  ['its end is written', 'tuned_model =', 0, 'succeeded'],
]

interface Killed {
  baseUrl: string
  moment: string
  times: number
  dialect?: 'fireworks'
}

/** Kills a process while it trains, and goes on in another to the end. */
async function killAndGoOn({ baseUrl, moment, times, dialect }: Killed) {
  const folder = temporaryFolder()
  const child = spawn(
    process.execPath,
    [...cachedNode, killedTraining, folder, baseUrl, moment, String(times), dialect ?? ''],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'close')
  expect(child.signalCode).toBe('SIGKILL')
  const again = openTestTrainings({ folder, baseUrl, ...(dialect && { dialect }) })
  onTestFinished(() => again.crash())
  again.begin()
  const [training] = again.list()
  if (!training) throw new Error('There is no training')
  return { again, ended: await again.until(training.id, isSettled) }
}

async function killedAt(moment: string, times: number, fault?: TuningFault) {
  const server = await startFakeFineTuning()
  onTestFinished(() => server.close())
  if (fault) server.fail(fault)
  return { server, ...(await killAndGoOn({ baseUrl: server.baseUrl, moment, times })) }
}

test.each(moments)('killed when %s: created at most once', async (_name, moment, times, end) => {
  const { server, again, ended } = await killedAt(moment, times)
  expect(ended.state).toBe(end)
  expect([...server.trainings]).toHaveLength(end === 'succeeded' ? 1 : 0)
  expect(server.violations).toEqual([])
  const { posts, consents } = again.database.get('SELECT posts, consents FROM training') ?? {}
  expect([posts, consents]).toEqual(end === 'draft' ? [0, 0] : [1, 1])
})

test('killed after an answer was lost: the training is found, not created again', async () => {
  const lost: TuningFault = { at: 'POST /fine_tuning/jobs', how: 'cutAfter' }
  const { server, ended } = await killedAt('remote_id =', 0, lost)
  expect(ended.state).toBe('succeeded')
  expect([...server.trainings]).toHaveLength(1)
})

test.each([
  ['is about to be created', 'creating', 'unknown', 0],
  ['was created, without an answer', 'remote_id =', 'succeeded', 1],
])('killed when a training at Fireworks %s: created at most once', async (...given) => {
  const [, moment, end, jobs] = given
  const server = await startFakeFireworks()
  onTestFinished(() => server.close())
  server.loseAnswer('POST /v1/accounts/acme/supervisedFineTuningJobs')
  const { baseUrl } = server
  const { ended } = await killAndGoOn({ baseUrl, moment, times: 0, dialect: 'fireworks' })
  expect(ended.state).toBe(end)
  expect([server.jobs.size, server.violations]).toEqual([jobs, []])
})
