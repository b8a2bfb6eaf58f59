import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeRealtime, type FakeRealtime } from '../fakes/fakeRealtime.ts'
import { loopbackSwitches } from '../fakes/realtimePeer.ts'
import { providerAt, type LaunchOptions, type Parley } from './launch.ts'
import { microphoneOf, record } from './microphone.ts'
import { expect, expectAccessible, test as base } from './parley.ts'

const test = base.extend<{ service: FakeRealtime }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  service: async ({}, use) => {
    const service = await startFakeRealtime()
    await use(service)
    expect(service.violations).toEqual([])
    await service.close()
  },
})

let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-realtime-'))
  await record(['What is the quick brown fox?'], join(folder, 'question.wav'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function optionsOf(chat: string, service: FakeRealtime): LaunchOptions {
  // The microphone repeats its sound, so that there is always something to hear.
  const [fake = '', file = ''] = microphoneOf(join(folder, 'question.wav'))
  return {
    settings: {
      providers: [providerAt(chat), providerAt(service.origin, 'live')],
      defaultModel: { providerId: 'fake', modelId: 'parley-large' },
      realtime: {
        model: { providerId: 'live', modelId: 'gpt-realtime-2.1' },
        voice: 'cedar',
        transcription: '',
      },
    },
    switches: [fake, file.replace('%noloop', ''), ...loopbackSwitches],
  }
}

async function saveKey({ page, composer }: Parley, service: FakeRealtime): Promise<void> {
  await expect(composer).toBeVisible()
  const reply = await page.evaluate(
    (key) =>
      window.bridge.call('secrets.set', {
        providerId: 'live',
        keyId: 'first',
        key,
        sessionOnly: true,
      }),
    service.key,
  )
  expect(reply.ok).toBe(true)
}

const button = ({ page }: Parley) => page.getByRole('button', { name: 'Live conversation' })
const bar = ({ page }: Parley) => page.getByRole('group', { name: 'Live conversation' })

const question = { item_id: 'item_question' }
const answer = { response_id: 'resp_1', output_index: 0 }
const part = { ...answer, item_id: 'item_answer', content_index: 0 }
const item = { id: 'item_answer', type: 'message', role: 'assistant', content: [] }

/** Returns the status of the last message of the only chat. */
function lastStatus({ page }: Parley): Promise<unknown> {
  return page.evaluate(async () => {
    const value = async (method: string, input: object): Promise<unknown> => {
      const reply = await window.bridge.call(method, input)
      return reply.ok ? reply.value : undefined
    }
    const [chat] = (await value('chat.list', { before: null, limit: 1 })) as { id: string }[]
    const page = { conversationId: chat?.id, before: null, limit: 1 }
    const { messages } = (await value('chat.messages', page)) as { messages: { status: string }[] }
    return messages.at(-1)?.status
  })
}

/** The end of the answer, with so much sound made, heard or not. */
const doneOf = (seconds: number, status = 'completed') => ({
  response: {
    id: 'resp_1',
    object: 'realtime.response',
    status,
    output: [],
    usage: {
      total_tokens: 150,
      input_tokens: 100,
      output_tokens: 20 * seconds + 10,
      input_token_details: { text_tokens: 20, audio_tokens: 80, cached_tokens: 0 },
      output_token_details: { text_tokens: 10, audio_tokens: 20 * seconds },
    },
  },
})

/** The answer to a request for a summary. */
function summaryOf(text: string) {
  const content = [{ type: 'output_text', text }]
  const output = [{ id: 'item_summary', type: 'message', role: 'assistant', content }]
  const { response } = doneOf(0)
  return { response: { ...response, id: 'resp_summary', output, metadata: { purpose: 'summary' } } }
}

test('sound and events flow both ways, and both sides are written down in order', async ({
  start,
  server,
  service,
}) => {
  const parley = await start(optionsOf(server.origin, service))
  const { page, composer, last } = parley
  await saveKey(parley, service)
  await composer.fill('My draft')
  await button(parley).click()
  await expect(bar(parley).getByText('Listening')).toBeVisible()
  expect(service.sessions).toMatchObject([
    { model: 'gpt-realtime-2.1', audio: { output: { voice: 'cedar' } } },
  ])
  await expectAccessible(page)
  await expect.poll(service.peer.loudness).toBeGreaterThan(0.02)

  await service.tell('input_audio_buffer.speech_started', { ...question, audio_start_ms: 0 })
  await expect(bar(parley).getByText('Hearing you')).toBeVisible()
  await service.tell('input_audio_buffer.speech_stopped', { ...question, audio_end_ms: 900 })
  await service.tell('input_audio_buffer.committed', question)
  await service.tell('response.output_item.added', { ...answer, item })
  await service.tell('output_audio_buffer.started', { response_id: 'resp_1' })
  await expect(bar(parley).getByText('Speaking')).toBeVisible()
  const transcript = 'It is a sentence with every letter.'
  await service.tell('response.output_audio_transcript.done', { ...part, transcript })
  await service.tell('response.output_item.done', { ...answer, item })
  // The user's words arrive only now, and still come before the answer.
  await service.tell('conversation.item.input_audio_transcription.completed', {
    ...question,
    content_index: 0,
    transcript: 'What is the quick brown fox?',
    usage: { type: 'duration', seconds: 1 },
  })
  await service.tell('response.done', doneOf(3))
  await service.tell('output_audio_buffer.stopped', { response_id: 'resp_1' })
  await expect(last('You')).toContainText('What is the quick brown fox?')
  await expect(last('Assistant')).toContainText(transcript)
  await expect(bar(parley).getByText('Listening')).toBeVisible()

  await bar(parley).getByRole('button', { name: 'Mute' }).click()
  await expect(bar(parley).getByText('Muted')).toBeVisible()
  await expect.poll(service.peer.loudness).toBeLessThan(0.001)
  await expectAccessible(page)
  await bar(parley).getByRole('button', { name: 'Mute' }).click()
  await expect.poll(service.peer.loudness).toBeGreaterThan(0.02)

  // Nobody knows the price of a model of a service of one's own.
  await expect(bar(parley)).toContainText('cost unknown')

  // The user cuts in at once, into an answer that is made already.
  const cut = { response_id: 'resp_1', output_index: 0, item_id: 'item_cut', content_index: 0 }
  await service.tell('response.output_item.added', { ...answer, item: { ...item, id: 'item_cut' } })
  await service.tell('output_audio_buffer.started', { response_id: 'resp_1' })
  const long = `Well. ${'And so on. '.repeat(2000)}`
  await service.tell('response.output_audio_transcript.done', { ...cut, transcript: long })
  await service.tell('response.done', doneOf(20))
  await service.tell('input_audio_buffer.speech_started', { item_id: 'item_no', audio_start_ms: 0 })
  await service.tell('output_audio_buffer.cleared', { response_id: 'resp_1' })
  await expect(last('Assistant')).toContainText('The answer was interrupted')
  await expect(last('Assistant')).not.toContainText('And so on. '.repeat(1000))
  await expect
    .poll(async () => (await service.peer.received()).map((text) => JSON.parse(text) as object))
    .toMatchObject([{ type: 'conversation.item.truncate', item_id: 'item_cut', content_index: 0 }])

  await bar(parley).getByRole('button', { name: 'End' }).click()
  await expect(bar(parley)).toHaveCount(0)
  await expect.poll(service.peer.loudness).toBeLessThan(0.001)

  // The chat continues in writing with its own model, which gets what was said.
  await parley.send('And in writing?')
  await expect(last('Assistant')).toContainText('And in writing?')
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(transcript)

  // A new session gets what was said and written before.
  await button(parley).click()
  await expect(bar(parley).getByText('Listening')).toBeVisible()
  await expect
    .poll(async () => (await service.peer.received()).map((text) => JSON.parse(text) as object))
    .toMatchObject([
      { item: { role: 'user', content: [{ text: 'What is the quick brown fox?' }] } },
      { item: { role: 'assistant', content: [{ type: 'output_text', text: transcript }] } },
      { item: { role: 'assistant' } },
      { item: { role: 'user', content: [{ text: 'And in writing?' }] } },
      { item: { role: 'assistant' } },
    ])

  // The service ends it early: it goes on in a third session, which hears the microphone.
  const endsIn = (minutes: number) => ({
    session: {
      type: 'realtime',
      object: 'realtime.session',
      id: 'sess_1',
      model: 'gpt-realtime-2.1',
      expires_at: Math.floor(Date.now() / 1000) + 60 * minutes,
    },
  })
  await service.tell('session.created', endsIn(4))
  const sent = async () =>
    (await service.peer.received()).map((text) => JSON.parse(text) as { type: string })
  const request = { type: 'response.create', response: { conversation: 'none' } }
  await expect.poll(async () => (await sent()).at(-1)).toMatchObject(request)
  await service.tell('response.done', summaryOf('They spoke of foxes.'))
  await expect
    .poll(async () => (service.answers === 3 ? await sent() : []))
    .toMatchObject(
      ['system', 'user', 'assistant', 'assistant', 'user', 'assistant'].map((role) => ({
        item: { role },
      })),
    )
  expect(JSON.stringify(await sent())).toContain('They spoke of foxes.')
  await expect.poll(service.peer.loudness).toBeGreaterThan(0.02)

  // A tool waits for the user's word. The model gets its result, and is asked to answer once.
  expect(service.sessions.at(-1)?.tools).toContainEqual(
    expect.objectContaining({ type: 'function', name: 'search_chats' }),
  )
  const call = { call_id: 'call_1', name: 'search_chats', arguments: '{"query":"fox"}' }
  const asked = { response_id: 'resp_tool', output_index: 0, item_id: 'item_call', ...call }
  await service.tell('response.function_call_arguments.done', asked)
  const output = [{ id: 'item_call', type: 'function_call', status: 'completed', ...call }]
  const { response } = doneOf(0)
  await service.tell('response.done', { response: { ...response, id: 'resp_tool', output } })
  await expect(bar(parley)).toContainText('Allow or deny the tool in the chat')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect
    .poll(async () => (await sent()).slice(-2))
    .toMatchObject([
      {
        item: {
          type: 'function_call_output',
          call_id: 'call_1',
          output: 'No other chat holds these words.',
        },
      },
      { type: 'response.create' },
    ])
  await expect(last('Assistant')).toContainText('Chat search')
  await service.tell('response.created', { response: { ...response, id: 'resp_found' } })
  const found = { ...answer, response_id: 'resp_found' }
  await service.tell('response.output_item.added', {
    ...found,
    item: { ...item, id: 'item_found' },
  })
  await service.tell('response.output_audio_transcript.done', {
    ...{ ...found, item_id: 'item_found', content_index: 0 },
    transcript: 'No other chat speaks of foxes.',
  })
  await service.tell('response.done', { response: { ...response, id: 'resp_found' } })
  await expect(last('Assistant')).toContainText('No other chat speaks of foxes.')
  await expect(bar(parley).getByText('Listening')).toBeVisible()

  // A fourth one is refused, which is said before the end comes.
  service.refuse(503, { error: { message: 'Overloaded' } })
  await service.tell('session.created', endsIn(4))
  await expect.poll(async () => (await sent()).at(-1)).toMatchObject(request)
  await service.tell('response.done', summaryOf('Still foxes.'))
  await expect(bar(parley)).toContainText('This conversation ends at')
  await expectAccessible(page)

  // In another chat nobody listens any more, and a call that waits is not run.
  const left = [{ ...output[0], call_id: 'call_2' }]
  await service.tell('response.done', { response: { ...response, id: 'resp_left', output: left } })
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible()
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(bar(parley)).toHaveCount(0)
  await expect(composer).toHaveValue('My draft')
  await expect.poll(() => lastStatus(parley)).toBe('stopped')
  const log = readFileSync(join(parley.folder, 'settings.json'), 'utf8')
  expect(log).not.toContain(service.key)
})

test('a session that is refused, and one that breaks off, say so; what was said is kept', async ({
  start,
  server,
  service,
}) => {
  const parley = await start(optionsOf(server.origin, service))
  const { page, last } = parley
  const alert = page.getByRole('alert').filter({ hasText: 'API key' })
  await button(parley).click()
  await expect(alert).toBeVisible()
  await expect(bar(parley)).toHaveCount(0)
  await expectAccessible(page)

  await saveKey(parley, service)
  await button(parley).click()
  await expect(bar(parley).getByText('Listening')).toBeVisible()
  await expect(alert).toHaveCount(0)
  await service.tell('response.output_item.added', { ...answer, item })
  await service.tell('response.output_audio_transcript.delta', { ...part, delta: 'Half a sen' })
  await expect.poll(service.peer.received).toEqual([])
  await service.peer.drop()
  await expect(page.getByRole('alert')).toContainText('was cut off')
  await expect(bar(parley)).toHaveCount(0)
  await expect(last('Assistant')).toContainText('Half a sen')

  // Reaching the session's time limit is no failure.
  await button(parley).click()
  await expect(bar(parley).getByText('Listening')).toBeVisible()
  await service.tell('error', {
    error: { type: 'invalid_request_error', code: 'session_expired', message: 'Over' },
  })
  await expect(page.getByText('A live conversation can last up to 60 minutes')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the settings offer the realtime models and their voices', async ({
  start,
  server,
  service,
}) => {
  const options = optionsOf(server.origin, service)
  const parley = await start({ ...options, settings: { ...options.settings, realtime: undefined } })
  const { page } = parley
  await saveKey(parley, service)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Voice' }).click()
  const model = page.getByRole('button', { name: 'Live conversation model' })
  await expect(model).toContainText('Same as the chat')
  await expect(async () => {
    await model.click()
    await page.getByRole('option', { name: 'gpt-realtime-2.1' }).click({ timeout: 2000 })
    await expect(model).toContainText('gpt-realtime-2.1', { timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('option', { name: 'whisper' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Live conversation voice' }).click()
  await page.getByRole('option', { name: 'sage' }).click()
  await expectAccessible(page)
  await expect
    .poll(() => readFileSync(join(parley.folder, 'settings.json'), 'utf8'))
    .toMatch(/"modelId":\s*"gpt-realtime-2.1"[^}]*\},\s*"voice":\s*"sage"/)
})
