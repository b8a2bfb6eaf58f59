import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { fakePicture } from '../../../fakes/fakeFal.ts'
import { sendJson } from '../../../fakes/fakeServer.ts'
import { openTestFal } from './testFal.ts'

/** Two units of 0.05 dollars. */
const counted = { amount: 0.1, currency: 'USD' }
const words = 'This person can not be drawn.'
const address = `data:image/png;base64,${fakePicture(1).toString('base64')}`

async function run(status: number, body: object, values: object = {}) {
  const opened = await openTestFal({
    result(response: ServerResponse) {
      response.setHeader('x-fal-billable-units', '2')
      sendJson(response, status, body)
      return true
    },
  })
  const { id } = await opened.create({ prompt: 'A cat', ...values })
  const job = await opened.media.until(id, ...finalMediaStates)
  expect(opened.fal.billed).toBe(1)
  return { job, outputs: opened.media.outputs(id) }
}

test.each([
  ['no picture', { images: [] }, undefined],
  ['a message in its place', { images: [], message: words }, words],
  ['a description in its place', { description: words }, words],
])('a result with %s says so, and keeps what was counted', async (_what, body, answer) => {
  const { job } = await run(200, body)
  expect(job).toMatchObject({ state: 'failed', price: counted, error: { code: 'mediaEmpty' } })
  expect(job.error?.details?.answer).toBe(answer)
})

test('a job that was refused after it had run keeps what was counted', async () => {
  const detail = [{ loc: ['body', 'prompt'], msg: 'No', type: 'content_policy_violation' }]
  const { job } = await run(422, { detail })
  expect(job).toMatchObject({ state: 'failed', price: counted, error: { code: 'contentFiltered' } })
})

test('fewer pictures than were asked for are said, as are those that do not come', async () => {
  const two = { images: [{ url: address }, { url: `${address}#2` }] }
  const { job, outputs } = await run(200, two, { num_images: 3 })
  expect(outputs).toHaveLength(2)
  expect(job).toMatchObject({ state: 'done', price: counted })
  expect(job.error).toMatchObject({ code: 'mediaFewer', details: { came: 2, asked: 3 } })
  const page = `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`
  const spoilt = await run(200, { images: [{ url: address }, { url: page }] }, { num_images: 2 })
  expect(spoilt.outputs).toHaveLength(1)
  expect(spoilt.job.state).toBe('done')
  expect(spoilt.job.error).toMatchObject({ code: 'mediaUnusable', details: { came: 1, asked: 2 } })
})
