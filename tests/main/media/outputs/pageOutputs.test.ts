import { expect, test } from 'vitest'
import { media as feature } from '../../../../src/shared/media/media.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

const caller = { windowId: 1 }

test('an output or a job that another program has spoilt hides no others', async () => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.queueing()] })
  const ids: string[] = []
  for (const prompt of ['one', 'two', 'three', 'four']) {
    const { id } = await media.create({ prompt })
    await media.until(id, 'done')
    ids.push(id)
  }
  const [first = '', second = '', third = '', fourth = ''] = ids
  for (const [time, id] of [first, second, third, fourth].entries()) {
    media.database.run('UPDATE media_output SET created_at = ? WHERE job_id = ?', time, id)
  }
  media.database.run("UPDATE media_output SET kind = 'smell' WHERE job_id = ?", third)
  const { handlers } = media.media
  const page = async (input: object) =>
    feature.outputs.output.parse(await handlers.outputs(feature.outputs.input.parse(input), caller))
  const newest = await page({ limit: 2 })
  expect(newest.outputs.map(({ prompt }) => prompt)).toEqual(['four', 'two'])
  const rest = await page({ limit: 2, before: newest.next })
  expect(rest.outputs.map(({ prompt }) => prompt)).toEqual(['one'])
  expect(rest.next).toBeNull()

  const states = `UPDATE media_job SET state = 'failed', kind = ? WHERE id = ?`
  media.database.run(states, 'smell', first)
  media.database.run(states, 'image', second)
  const open = feature.openJobs.output.parse(await handlers.openJobs({}, caller))
  expect(open.map(({ id }) => id)).toEqual([second])
})

test('the gallery reads its pages from an index', () => {
  const { database } = openTestMedia({ providers: [] })
  const plan = database.all(
    `EXPLAIN QUERY PLAN SELECT o.id FROM media_output o JOIN media_job j ON j.id = o.job_id
     WHERE o.deleted_at IS NULL AND (o.created_at, o.id) < (5, 'a')
     ORDER BY o.created_at DESC, o.id DESC`,
  )
  const steps = plan.map((step) => String(step['detail']))
  expect(steps[0]).toContain('USING INDEX media_output_shown')
  expect(steps.join()).not.toContain('TEMP B-TREE')
})
