import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { FalScript } from '../../../fakes/fakeFal.ts'
import { fakePicture } from '../../../fakes/fakeFal.ts'
import { sendJson } from '../../../fakes/fakeServer.ts'
import { openTestFal } from './testFal.ts'

const settled = ['done', 'failed', 'cancelled', 'unknown', 'lost'] as const
/** A clock that goes on by a second with each look, so that no test waits. */
function quickClock(): () => number {
  let now = Date.now()
  return () => (now += 1000)
}

async function run(script: FalScript, values: Record<string, never> | object = {}) {
  const opened = await openTestFal(script, { now: quickClock() })
  const { id } = await opened.create({ prompt: 'A cat', ...values })
  const job = await opened.media.until(id, ...settled)
  return { ...opened, job, outputs: opened.media.outputs(id) }
}

test('a prompt is sent once, with priority, and its picture fetched without the key', async () => {
  const queue = [
    { status: 'IN_QUEUE', queue_position: 12 },
    {
      status: 'IN_PROGRESS',
      logs: [...Array(60).keys()].map((step) => ({ message: `step ${String(step)} é` })),
    },
    { status: 'COMPLETED', logs: [{ text: 'of another shape' }] },
  ]
  const values = { 'fal-priority': 'low', 'fal-runner-hint': 'here' }
  const { fal, job, media, outputs } = await run({ statuses: queue }, values)
  // The end of the log is shown; of the whole one there may be any number of lines.
  const [shown] = media.logs
  expect(shown).toHaveLength(50)
  expect(shown?.at(-1)).toBe('step 59 é')
  expect(job).toMatchObject({ state: 'done', price: { amount: 0.1, currency: 'USD' } })
  expect(job.estimate).toEqual({ amount: 0.05, currency: 'USD' })
  expect(fal.billed).toBe(1)
  const post = fal.requests.find(
    ({ path, method }) => method === 'POST' && path.startsWith('/fal-ai/'),
  )
  expect(post?.body).toEqual({ prompt: 'A cat', seed: job.seed })
  expect(post?.headers).toMatchObject({
    'x-fal-queue-priority': 'low',
    'x-fal-runner-hint': 'here',
  })
  expect(media.told.some(({ position }) => position === 12)).toBe(true)
  expect(outputs).toMatchObject([{ media_type: 'image/png', width: 1, flagged: 0 }])
  expect(await readFile(media.blobs.path(String(outputs[0]?.['file_id'])))).toEqual(fakePicture(1))
})

test.each(['reset', 'resetInAnswer', 'htmlBadGateway', 'jsonUnavailable'] as const)(
  'after %s the job is found again, and nothing is sent twice',
  async (fault) => {
    const { fal, job } = await run({ submit: [fault] })
    expect(job.state).toBe('done')
    expect(fal.billed).toBe(1)
  },
)

test.each([-1, 1])(
  'a clock that is %i hour wrong keeps no lost job from being found',
  async (hours) => {
    const { create, media, fal } = await openTestFal(
      { submit: ['reset'] },
      { now: () => Date.now() + hours * 60 * 60_000 },
    )
    const { id } = await create({ prompt: 'A cat' })
    expect(await media.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
    expect(fal.billed).toBe(1)
  },
)

test('a form that says nothing of it has the priority normal', async () => {
  const { fal } = await run({})
  const post = fal.requests.find(({ path }) => path === '/fal-ai/painter/pro')
  expect(post?.headers).toMatchObject({ 'x-fal-queue-priority': 'normal' })
})

test('a runner hint that no header can carry is refused at its field, and nothing is sent', async () => {
  const { fal, job } = await run({}, { 'fal-runner-hint': 'größe\n7' })
  expect(job).toMatchObject({
    ...{ state: 'failed', error: { code: 'fieldsInvalid' } },
    fieldErrors: [{ name: 'fal-runner-hint', reason: 'type' }],
  })
  expect(fal.billed).toBe(0)
})

test.each([
  ['110602490-painter', '/110602490/painter', '/110602490/painter'],
  ['workflows/me/cats/big', '/workflows/me/cats/big', '/workflows/me/cats'],
  ['fal-ai/painter/v1.1/edit', '/fal-ai/painter/v1.1/edit', '/fal-ai/painter'],
])('a job of %s goes through, also if its answer is lost', async (modelId, posted, app) => {
  const { fal, media } = await openTestFal({
    submit: ['good', 'reset'],
    models: [{ id: modelId, category: 'text-to-image' }],
  })
  for (const prompt of ['A cat', 'A dog']) {
    const { id } = await media.create({ prompt }, { providerId: 'fal', modelId })
    expect(await media.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
  }
  expect(fal.billed).toBe(2)
  const paths = fal.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(paths.filter((path) => !path.startsWith('/platform/'))).toEqual([posted, posted])
  const results = fal.requests.filter(({ path }) => /^(?!\/platform).*\/requests\//.test(path))
  expect(results.every(({ path }) => path.startsWith(`${app}/requests/`))).toBe(true)
})

test('a job that fal does not list stands as unknown, with the question to the user', async () => {
  const { fal, job } = await run({ submit: ['reset'], isListing: false })
  expect(job).toMatchObject({ state: 'unknown', error: { code: 'mediaUnknown' } })
  expect(fal.billed).toBe(1)
})

test('a lost job is not looked for with another key, nor sent again, until the first is back', async () => {
  let key = 'fal-key'
  const { fal, media, create, reopen } = await openTestFal(
    { submit: ['reset'] },
    { key: () => key },
  )
  const { id } = await create({ prompt: 'A cat' })
  const asked = () => fal.requests.filter(({ path }) => path.endsWith('/by-endpoint')).length
  await media.until(id, 'submitting')
  while (fal.billed === 0) await new Promise(setImmediate)
  key = 'other-key'
  const again = reopen()
  expect(await again.until(id, ...settled)).toMatchObject({
    ...{ state: 'unknown', requestId: null },
    error: { code: 'mediaUnknownAccount', details: { provider: 'fal' } },
  })
  again.jobs.lookAgain(id)
  await again.until(id, 'submitting')
  await again.until(id, 'unknown')
  expect(asked()).toBe(0)
  key = 'fal-key'
  again.jobs.lookAgain(id)
  expect(await again.until(id, 'done')).toMatchObject({ error: null })
  expect(asked()).toBe(1)
  expect(fal.billed).toBe(1)
  expect(JSON.stringify(again.database.all('SELECT * FROM media_job'))).not.toContain('fal-key')
})

test.each([
  ['refused', 'unprocessable', [{ name: 'image_urls', message: 'Too small' }]],
  ['refusedInWords', 'unprocessable', []],
] as const)('a request that is %s has failed, and costs nothing', async (fault, code, fields) => {
  const { fal, job } = await run({ submit: [fault] })
  expect(job).toMatchObject({ state: 'failed', error: { code }, fieldErrors: fields })
  expect(fal.billed).toBe(0)
})

test.each(['busy', 'unavailable', 'noRunner'] as const)(
  'a fal that is %s is asked again, by the same consent',
  async (fault) => {
    const { fal, job, media } = await run({ submit: [fault, fault] })
    expect(job.state).toBe('done')
    expect(media.media.context.states.read(job.id)).toMatchObject({ posts: 1, consents: 1 })
    expect(media.told.some(({ state }) => state === 'unknown')).toBe(false)
    expect(fal.requests.some(({ path }) => path.endsWith('/by-endpoint'))).toBe(false)
    expect(fal.billed).toBe(1)
  },
)

test.each([
  ['runner_disconnected', 'failed', 'serverError'],
  ['content_policy_violation', 'failed', 'contentFiltered'],
  ['client_cancelled', 'cancelled', undefined],
] as const)('a job that is completed with %s is %s', async (type, state, code) => {
  const status = { status: 'COMPLETED', error: 'It stopped', error_type: type }
  const { job, outputs } = await run({ statuses: [status] })
  expect(job.state).toBe(state)
  expect(job.error?.code).toBe(code)
  expect(outputs).toEqual([])
})

test('404 for half a minute is a lost job, whose parameters are kept', async () => {
  const { job } = await run({ isForgotten: () => true })
  expect(job).toMatchObject({
    state: 'lost',
    error: { code: 'mediaLost' },
    values: { prompt: 'A cat' },
  })
})

test('what a result says of its input marks the field', async () => {
  const { job } = await run({
    result(response) {
      response.writeHead(422, { 'content-type': 'application/json' })
      const detail = [
        { loc: ['body', 'prompt'], msg: 'Not this', type: 'content_policy_violation' },
      ]
      response.end(JSON.stringify({ detail }))
      return true
    },
  })
  expect(job).toMatchObject({
    ...{ state: 'failed', error: { code: 'contentFiltered' } },
    fieldErrors: [{ name: 'prompt', message: 'Not this' }],
  })
})

test.each([
  ['a page of a gateway', 'text/html', '<h1>Sign in</h1>'],
  ['half an answer', 'application/json', '{"images": [{"url": "https://'],
  ['nothing', 'application/json', ''],
])('%s in place of a result is no result, and the result is asked for again', async (...given) => {
  const [, type, text] = given
  let times = 0
  const { job, outputs, fal } = await run({
    result(response) {
      if (times++ > 1) return false
      response.writeHead(200, { 'content-type': type }).end(text)
      return true
    },
  })
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(outputs).toHaveLength(1)
  expect(fal.billed).toBe(1)
})

test('an expired address is asked for once more, and then the job says so', async () => {
  let fetched = 0
  const { job, fal } = await run({
    file(response) {
      fetched += 1
      response.writeHead(403).end()
      return true
    },
  })
  expect(job).toMatchObject({ state: 'failed', error: { code: 'mediaExpired' } })
  expect(fetched).toBe(2)
  expect(fal.billed).toBe(1)
})

test.each([
  ['a web page', 'text/html', '<html><body>Sign in</body></html>'],
  ['a program', 'image/png', '\x7fELF\x02\x01\x01\x00\x00'],
])('%s is no result', async (_what, type, body) => {
  const { job, outputs } = await run({
    file(response) {
      response.writeHead(200, { 'content-type': type }).end(body)
      return true
    },
  })
  expect(job).toMatchObject({ state: 'failed', error: { code: 'mediaUnusable' } })
  expect(outputs).toEqual([])
})

test('a result that breaks off is resumed where it broke', async () => {
  const whole = fakePicture(1)
  const ranges: (string | undefined)[] = []
  const { job, media, outputs } = await run({
    file(response, { headers: { range } }) {
      ranges.push(range)
      const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
      const end = start === 0 ? 40 : whole.length
      response.writeHead(start === 0 ? 200 : 206, {
        ...{ etag: '"one"', 'content-length': String(whole.length - start) },
        ...(start > 0 && {
          'content-range': `bytes ${String(start)}-${String(whole.length - 1)}/*`,
        }),
      })
      response.write(whole.subarray(start, end), () => {
        if (end === whole.length) response.end()
        else response.socket?.destroy()
      })
      return true
    },
  })
  expect(job.state).toBe('done')
  expect(ranges.at(-1)).toBe('bytes=40-')
  expect(await readFile(media.blobs.path(String(outputs[0]?.['file_id'])))).toEqual(whole)
})

test.each([
  [200, { status: 'OK' }, 'cancelled', 0],
  [202, { status: 'CANCELLATION_REQUESTED' }, 'done', 1],
  [400, { status: 'ALREADY_COMPLETED' }, 'done', 1],
])('a cancellation answered by %i ends as the service says', async (status, body, end, outputs) => {
  const statuses = [{ status: 'IN_PROGRESS' }]
  const { media, create, fal } = await openTestFal(
    { statuses, cancel: { status, body } },
    { now: quickClock() },
  )
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, 'running')
  const cancelled = media.jobs.cancel(id)
  if (status !== 200) fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
  expect(await cancelled).toMatchObject({ state: end })
  expect(media.outputs(id)).toHaveLength(outputs)
})

test('the form is made of the schema: prompt first, nothing dropped', async () => {
  const { media, fal } = await openTestFal()
  const { fields } = await media.media.handlers.form(
    { providerId: 'fal', modelId: 'fal-ai/painter/pro' },
    { windowId: 1 },
  )
  const types = Object.fromEntries(fields.map(({ name, type }) => [name, type]))
  expect(fields[0]).toMatchObject({
    name: 'prompt',
    role: 'prompt',
    required: true,
    maxLength: 1000,
  })
  expect(types).toMatchObject({
    ...{
      prompt: 'text',
      seed: 'number',
      image_size: 'size',
      image_urls: 'file',
      strength: 'number',
    },
    ...{ duration: 'choice', num_images: 'number', loras: 'json', enable_safety_checker: 'toggle' },
  })
  expect(types).not.toHaveProperty('wrong')
  const { models } = await media.media.handlers.models({ refresh: false }, { windowId: 1 })
  expect(models.map(({ modelId }) => modelId)).toEqual(
    expect.arrayContaining(['fal-ai/painter/pro', 'fal-ai/flux-2-pro']),
  )
  expect(models.some(({ modelId }) => modelId === 'fal-ai/writer')).toBe(false)
  await fal.close()
  const offline = await media.media.handlers.models({ refresh: true }, { windowId: 1 })
  expect(offline.models.length).toBeGreaterThan(30)
})

test('what fal refuses has the id of its request, for those who ask fal about it', async () => {
  const { job } = await run({
    answer({ method }, response) {
      if (method !== 'POST') return false
      response.setHeader('x-fal-request-id', 'fal-1')
      sendJson(response, 422, { detail: 'No' })
      return true
    },
  })
  expect(job).toMatchObject({ state: 'failed', error: { details: { requestId: 'fal-1' } } })
})

test.each([429, 500, 502, 503, 504])(
  'a status, a result and a wish to cancel that are answered with %i are sent again',
  async (status) => {
    const left = new Map<string, number>()
    const { fal, media, create } = await openTestFal(
      {
        statuses: [{ status: 'IN_PROGRESS' }],
        streams: ['missing'],
        answer({ method, path }, response) {
          const wait = left.get(`${method} ${path}`) ?? 6
          if (!path.includes('/requests/') || path.endsWith('/stream') || wait === 0) return false
          left.set(`${method} ${path}`, wait - 1)
          response.writeHead(status).end()
          return true
        },
      },
      { now: quickClock() },
    )
    const { id } = await create({ prompt: 'A cat' })
    await media.until(id, 'running')
    fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
    expect(await media.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
    const second = await create({ prompt: 'A dog' })
    await media.until(second.id, 'running')
    await media.jobs.cancel(second.id)
    expect(await media.until(second.id, ...settled)).toMatchObject({ state: 'cancelled' })
    expect([...left.values()]).toEqual([0, 0, 0, 0])
    expect(fal.billed).toBe(2)
  },
)
