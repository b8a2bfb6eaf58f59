import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Job } from '../../../../src/shared/jobs.ts'
import { openTestKnowledge } from '../openTestKnowledge.ts'
import { newFile } from './openShelf.ts'

type Opened = ReturnType<typeof openTestKnowledge>

/** Resolves to a job of this kind once it has ended. */
async function ended({ jobs, caller }: Opened, kind: string): Promise<Job> {
  for (;;) {
    const job = (await jobs.handlers()?.list({}, caller))?.find((each) => each.kind === kind)
    if (job && ['done', 'failed', 'cancelled'].includes(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a base leaves and comes by jobs, and is found there', async () => {
  const path = newFile()
  const asked: string[] = []
  const here = openTestKnowledge({
    choosePlace: (name) => {
      asked.push(name)
      return Promise.resolve(path)
    },
  })
  const baseId = await here.create()
  const note = { baseId, sourceId: null, title: 'Trip', text: 'Bring the umbrella.' }
  await here.handlers.saveNote(note, here.caller)
  await here.untilDone(baseId)
  expect(await here.handlers.exportBase({ baseId }, here.caller)).toEqual({ started: true })
  expect(await ended(here, 'knowledge.export')).toMatchObject({ state: 'done', subject: 'Papers' })
  expect(asked).toEqual(['Papers.parleybase'])

  const there = openTestKnowledge({ choose: () => Promise.resolve([path]) })
  expect(await there.handlers.importBase({}, there.caller)).toEqual({ started: true })
  expect(await ended(there, 'knowledge.import')).toMatchObject({ state: 'done', error: null })
  const [base] = await there.handlers.bases({}, there.caller)
  expect(base).toMatchObject({ name: 'Papers', passages: 1, counts: { ready: 1 } })
  const given = { baseIds: [base?.id ?? ''], query: 'umbrella', filter: {}, limit: 5 }
  const { hits } = await there.handlers.search(given, there.caller)
  expect(hits.map(({ sourceName }) => sourceName)).toEqual(['Trip'])
  const [source] = await there.list(base?.id ?? '')
  // The note came with its text, so it can be changed.
  const changed = { ...note, baseId: base?.id ?? '', sourceId: source?.id ?? '', text: 'Sun hat.' }
  await there.handlers.saveNote(changed, there.caller)
  expect(await there.untilDone(base?.id ?? '')).toMatchObject({ counts: { ready: 1 } })
})

test('a file that is no base starts no job, and a damaged one says so in its job', async () => {
  const path = newFile()
  const given = { choose: () => Promise.resolve([path]), choosePlace: () => Promise.resolve(path) }
  const opened = openTestKnowledge(given)
  const { handlers, caller, create } = opened
  writeFileSync(path, 'A letter.')
  const refused = { code: 'unreadable', details: { subject: 'Papers.parleybase' } }
  await expect(handlers.importBase({}, caller)).rejects.toMatchObject(refused)
  await handlers.exportBase({ baseId: await create() }, caller)
  await ended(opened, 'knowledge.export')
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.of(0, 0)]))
  await handlers.importBase({}, caller)
  expect(await ended(opened, 'knowledge.import')).toMatchObject({ state: 'failed', error: refused })
  expect(await handlers.bases({}, caller)).toHaveLength(1)
})

test('whoever chooses no place exports nothing', async () => {
  const { handlers, caller, create } = openTestKnowledge()
  expect(await handlers.exportBase({ baseId: await create() }, caller)).toEqual({ started: false })
  expect(await handlers.importBase({}, caller)).toEqual({ started: false })
})
