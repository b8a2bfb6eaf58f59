import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { cachedNode } from '../cachedNode.ts'
import { openService } from '../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestBatches } from './openTestBatches.ts'

const killedBatch = fileURLToPath(new URL('killedBatch.ts', import.meta.url))

/** Moments of a table, as the beginning of a statement and how often it has run before. */
const moments: readonly [name: string, statement: string, times: number][] = [
  ['its file is being read', 'INSERT INTO batch_row', 1],
  ['its rows are being written', 'COMMIT', 0],
  ['it is a draft', 'COMMIT', 1],
  ['the consent is written', 'COMMIT', 3],
  ['a row is about to be written down', "UPDATE batch_row SET state = 'sent'", 0],
  ['a row is about to be sent', 'COMMIT', 4],
  ['three rows are about to be sent', 'COMMIT', 6],
  ['an answer is being written', 'UPDATE batch_row SET state = ?, answer', 0],
  ['an answer is written', 'COMMIT', 7],
  ['all answers are written', 'COMMIT', 9],
  ['all is done', '', 0],
]

test.each(moments)('killed when %s: no row is sent twice', async (_name, statement, times) => {
  const folder = temporaryFolder()
  const server = await startFakeOpenAi()
  onTestFinished(() => server.close())
  const child = spawn(
    process.execPath,
    [...cachedNode, killedBatch, folder, server.baseUrl, statement, String(times)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'close')
  expect(child.signalCode).toBe('SIGKILL')

  const again = openTestBatches({ folder, provider: openService(server.baseUrl) })
  onTestFinished(() => again.crash())
  again.begin()
  const [batch] = again.batches.handlers.list({}, { windowId: 1 }) as { id: string }[]
  if (!batch || again.read(batch.id).state === 'draft') {
    expect(server.requests).toHaveLength(0)
    return
  }
  const { counts } = await again.until(batch.id, ({ state }) => state === 'done')
  expect(counts.done + counts.unknown).toBe(3)
  const texts = server.requests.map(({ text }) => text)
  expect(new Set(texts).size).toBe(texts.length)
  // A row without an answer may never have left; all others have arrived once.
  expect(texts.length).toBeGreaterThanOrEqual(counts.done)
  expect(again.database.all('SELECT posts, consents FROM batch_row')).toEqual(
    Array.from({ length: 3 }, () => ({ posts: 1, consents: 1 })),
  )
})
