import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import type { Behaviour } from '../fakes/behaviour.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, model, test } from './parley.ts'

const status = (
  code: number,
  message: string,
  more: { type?: string; code?: string; headers?: Record<string, string> } = {},
): Behaviour => ({
  kind: 'status',
  status: code,
  body: { error: { message, type: more.type ?? 'error', code: more.code ?? null, param: null } },
  headers: { 'x-should-retry': 'false', ...more.headers },
})

const answer = (finishReason: string): Behaviour => ({
  kind: 'answer',
  text: 'Half of it',
  finishReason,
})

/** The service's answers, each with the sentence and the action that the user sees. */
const catalogue: [name: string, behaviour: Behaviour, sentence: RegExp, action: string | null][] = [
  ['bad request', status(400, 'No such field'), /didn’t accept the request/, 'Retry'],
  ['authentication', status(401, 'Incorrect API key'), /needs an API key/, 'Add key'],
  ['permission', status(403, 'Not for you'), /doesn’t allow this/, 'Open settings'],
  ['not found', status(404, 'Nothing here'), /found nothing at this address/, 'Open settings'],
  [
    'model not found',
    status(404, 'The model `parley-large` does not exist', { code: 'model_not_found' }),
    /parley-large isn’t available/,
    'Choose model',
  ],
  [
    'model retired',
    status(404, 'The model `parley-large` has been deprecated'),
    /parley-large has been retired/,
    'Choose model',
  ],
  [
    'only continues texts',
    status(
      404,
      'This is not a chat model and thus not supported in the v1/chat/completions endpoint',
    ),
    /only continues texts/,
    'Continue a text',
  ],
  ['conflict', status(409, 'Busy'), /busy with another change/, 'Retry'],
  ['unprocessable', status(422, 'I can not'), /couldn’t process the request/, 'Retry'],
  [
    'rate limit',
    status(429, 'Slow down', { headers: { 'retry-after': '120' } }),
    /Try again in 1\d\d seconds/,
    'Retry',
  ],
  [
    'quota',
    status(429, 'You exceeded your current quota', { code: 'insufficient_quota' }),
    /credit or quota is used up/,
    'Open settings',
  ],
  ['server error', status(500, 'Oops'), /is having problems/, 'Retry'],
  ['overloaded', status(503, 'Too many people'), /overloaded/, 'Retry'],
  [
    'context too long',
    status(400, "This model's maximum context length is 10 tokens", {
      code: 'context_length_exceeded',
    }),
    /can’t handle a chat this long/,
    'Choose model',
  ],
  [
    'content filter, before the answer',
    status(400, 'Rejected by the content management policy', { code: 'content_filter' }),
    /content filter/,
    'Choose model',
  ],
  ['content filter, in the answer', answer('content_filter'), /content filter/, 'Choose model'],
  ['cut off by length', answer('length'), /length limit/, 'Continue'],
  [
    'stream broken',
    { kind: 'answer', text: 'Half of it', ending: 'cut' },
    /was lost mid-answer/,
    'Retry',
  ],
  [
    'malformed answer',
    { kind: 'bytes', pieces: [new TextEncoder().encode('data: {oops\n\n')] },
    /sent a response that Parley couldn’t read/,
    'Retry',
  ],
  [
    'a page',
    { kind: 'status', status: 200, body: '<title>Wi-Fi</title>' },
    /leads to a website/,
    'Open settings',
  ],
]

test('each failure has its sentence, its way out and its facts', async ({ open, server }) => {
  const { page, last, send } = await open()
  for (const [name, behaviour, sentence, action] of catalogue) {
    server.behave(behaviour)
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await send(name)
    const message = last('Assistant')
    await expect(message.getByText(sentence).first(), name).toBeVisible()
    if (action !== null) {
      await expect(message.getByRole('button', { name: action, exact: true }), name).toBeVisible()
    }
    if (behaviour.kind === 'status' && behaviour.status >= 400) {
      await message.getByText('Details', { exact: true }).click()
      await expect(message.getByText(String(behaviour.status), { exact: true }), name).toBeVisible()
      await expect(message.getByText(/^req_\d+$/), name).toBeVisible()
    }
  }
  await expectAccessible(page)
})

test('a server that is not running, or not to be reached, says so', async ({ start }) => {
  const gone = await startFakeOpenAi()
  const settings = { providers: [providerAt(gone.origin)], defaultModel: model }
  await gone.close()
  const { last, send } = await start({ settings })
  await send('Hello?')
  await expect(last('Assistant').getByText(/isn’t running on this computer/)).toBeVisible()
  await expect(last('Assistant').getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a chat that is too long goes on without its beginning', async ({ open, server }) => {
  const { last, send } = await open()
  for (const text of ['One', 'Two', 'Three']) {
    await send(text)
    await expect(last('Assistant')).toContainText('You said')
  }
  server.behave((request) =>
    request.messages.length > 5
      ? status(400, 'maximum context length exceeded', { code: 'context_length_exceeded' })
      : { kind: 'answer', text: `I was told ${String(request.messages.length)}` },
  )
  await send('Four')
  await expect(last('Assistant').getByText('Parley can leave out 6 earlier messages')).toBeVisible()
  await last('Assistant').getByRole('button', { name: 'Leave out oldest messages' }).click()
  await expect(last('Assistant')).toContainText('I was told 3')
})

test('what a filter stopped can be said in other words', async ({ open, server }) => {
  const { page, last, send, composer } = await open()
  for (const stopped of [
    answer('content_filter'),
    status(400, 'Rejected by the content management policy', { code: 'content_filter' }),
  ]) {
    server.behave(stopped)
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await send('In bad words')
    await last('Assistant').getByRole('button', { name: 'Edit message' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit message' })
    await expect(editor).toBeFocused()
    await expectAccessible(page)
    server.behave({ kind: 'answer', text: 'That I can answer.' })
    await editor.fill('In other words')
    await editor.press('Enter')
    await expect(last('You')).toContainText('In other words')
    await expect(last('Assistant')).toContainText('That I can answer.')
    await expect(composer).toBeFocused()
  }
})

test('a chat with a retired model goes on with what replaces it', async ({ start }) => {
  const entry = { object: 'model', created: 1_790_000_000, owned_by: 'fake' }
  const retired = { shutdown_date: '2024-01-31', deprecation_replacement_model: 'parley-large' }
  const server = await startFakeOpenAi({
    models: [
      { ...entry, id: 'parley-large' },
      { ...entry, id: 'parley-old', ...retired },
    ],
  })
  server.behave((request) =>
    request.model === 'parley-old'
      ? status(404, 'The model `parley-old` has been deprecated')
      : { kind: 'answer', text: 'Still here.' },
  )
  const defaultModel = { ...model, modelId: 'parley-old' }
  const settings = { providers: [providerAt(server.origin)], defaultModel }
  const { page, last, send } = await start({ settings })
  const chosen = page.getByRole('button', { name: 'Model' })
  const use = page.getByRole('button', { name: 'Use parley-large' })
  await expect(page.getByText(/Retired on January 31, 2024\./)).toBeVisible()
  await expectAccessible(page)
  await use.click()
  await expect(chosen).toContainText('parley-large')
  await expect(page.getByText(/Retired on/)).toHaveCount(0)

  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(chosen).toContainText('parley-old')
  await send('Are you there?')
  await expect(last('Assistant')).toContainText('parley-old has been retired.')
  await last('Assistant').getByRole('button', { name: 'Use parley-large' }).click()
  await expect(last('Assistant')).toContainText('Still here.')
  await expect(chosen).toContainText('parley-large')
  await expect(page.getByText(/Retired on/)).toHaveCount(0)
  await server.close()
})
