import { expect, test } from 'vitest'
import { readServerEvent } from '../../../src/renderer/realtime/serverEvent.ts'
import { createTranscript, type SpokenTurn } from '../../../src/renderer/realtime/transcript.ts'

function open() {
  const said: SpokenTurn[] = []
  const cuts: [string, number][] = []
  const clock = { now: 1000 }
  const transcript = createTranscript({
    onSaid: (one) => said.push(one),
    onCut: (itemId, heardMs) => cuts.push([itemId, heardMs]),
    now: () => clock.now,
  })
  const tell = (type: string, fields: object = {}): void => {
    const event = readServerEvent(JSON.stringify({ type, ...fields }))
    if (event) transcript.take(event)
  }
  return { said, cuts, clock, ...transcript, tell }
}

const speechStarted = 'input_audio_buffer.speech_started'
const committed = 'input_audio_buffer.committed'
const transcribed = 'conversation.item.input_audio_transcription.completed'
const failed = 'conversation.item.input_audio_transcription.failed'
const added = 'response.output_item.added'
const delta = 'response.output_audio_transcript.delta'
const done = 'response.done'
const [started, stopped, cleared] = ['started', 'stopped', 'cleared'].map(
  (event) => `output_audio_buffer.${event}`,
) as [string, string, string]
const answer = { response_id: 'r', item: { id: 'a', role: 'assistant' } }
const played = { response_id: 'r' }

/** An answer of the service; a token of sound lasts 50 ms. */
function responseOf(audioTokens: number | null, status = 'completed') {
  const usage = { output_token_details: { audio_tokens: audioTokens } }
  return { response: { id: 'r', status, ...(audioTokens !== null && { usage }) } }
}

test('the answer waits for the question that is written down after it', () => {
  const { said, tell, clock } = open()
  tell(speechStarted, { item_id: 'q' })
  clock.now = 3000
  tell(committed, { item_id: 'q' })
  tell(added, answer)
  tell(delta, { item_id: 'a', delta: 'It is ' })
  tell(delta, { item_id: 'a', delta: 'one.' })
  tell(done, responseOf(null))
  expect(said).toEqual([])
  tell(transcribed, { item_id: 'q', transcript: ' What is it?\n' })
  expect(said).toEqual([
    { role: 'user', text: 'What is it?', at: 1000, isInterrupted: false, usage: null },
    { role: 'assistant', text: 'It is one.', at: 3000, isInterrupted: false, usage: null },
  ])
})

test('a question that could not be written down holds nothing up, and an empty one is left out', () => {
  const { said, tell } = open()
  tell(committed, { item_id: 'q' })
  tell(committed, { item_id: 'r' })
  tell(added, answer)
  tell(delta, { item_id: 'a', delta: 'Yes.' })
  tell(done, responseOf(null))
  tell(failed, { item_id: 'q', error: { message: 'No' } })
  tell(transcribed, { item_id: 'r', transcript: '  ' })
  expect(said).toMatchObject([{ role: 'assistant', text: 'Yes.' }])
})

test('an answer is kept once it has been heard, also if the end of its sound is not told', () => {
  const { said, tell } = open()
  tell(added, answer)
  tell(started, played)
  tell(delta, { item_id: 'a', delta: 'One.' })
  tell(done, responseOf(20))
  expect(said).toEqual([])
  tell(stopped, played)
  expect(said).toMatchObject([{ text: 'One.', isInterrupted: false }])
  tell(added, { response_id: 's', item: { id: 'b', role: 'assistant' } })
  tell(started, { response_id: 's' })
  tell(delta, { item_id: 'b', delta: 'Two.' })
  tell(done, { response: { id: 's' } })
  tell(started, { response_id: 't' })
  expect(said).toMatchObject([{ text: 'One.' }, { text: 'Two.', isInterrupted: false }])
})

const text = 'It is a sentence with every letter.'

test('an answer ends with the last word that was heard before the user cut in', () => {
  const { said, cuts, tell, clock } = open()
  tell(added, answer)
  tell(started, played)
  tell(delta, { item_id: 'a', delta: text })
  // Made faster than it is played: 3.5 seconds of sound for 35 letters.
  tell(done, responseOf(70))
  clock.now += 1250
  tell(speechStarted, { item_id: 'q' })
  tell(cleared, played)
  expect(said).toMatchObject([{ role: 'assistant', text: 'It is a', isInterrupted: true }])
  expect(cuts).toEqual([['a', 1250]])
})

test('an answer that was still being made is cut once its sound is counted', () => {
  const { said, cuts, tell, clock } = open()
  tell(added, answer)
  tell(started, played)
  tell(delta, { item_id: 'a', delta: text.slice(0, 20) })
  clock.now += 900
  tell(speechStarted, { item_id: 'q' })
  tell(cleared, played)
  tell('conversation.item.truncated', { item_id: 'a', content_index: 0, audio_end_ms: 1900 })
  tell(delta, { item_id: 'a', delta: text.slice(20) })
  expect(said).toEqual([])
  tell(done, responseOf(70, 'cancelled'))
  tell(delta, { item_id: 'a', delta: 'Late' })
  expect(said).toMatchObject([{ text: 'It is a sentence', isInterrupted: true }])
  // The service has cut its own copy.
  expect(cuts).toEqual([])
})

test('of an answer in two items the second is cut where it was heard to', () => {
  const { said, cuts, tell, clock } = open()
  tell(added, answer)
  tell(added, { response_id: 'r', item: { id: 'b', role: 'assistant' } })
  tell(started, played)
  tell(delta, { item_id: 'a', delta: 'One moment' })
  tell(delta, { item_id: 'b', delta: 'Here it is' })
  tell(done, responseOf(40))
  clock.now += 1550
  tell(cleared, played)
  expect(said.map((one) => [one.text, one.isInterrupted])).toEqual([
    ['One moment', false],
    ['Here', true],
  ])
  expect(cuts).toEqual([['b', 550]])
})

test.each([
  ['no sound counted', null, 500, [text, true], []],
  ['heard to the end', 10, 5000, [text, false], []],
  ['nothing heard', 70, 0, undefined, []],
])('%s', (_name, tokens, heardMs, kept, cut) => {
  const { said, cuts, tell, clock } = open()
  tell(added, answer)
  tell(started, played)
  tell(delta, { item_id: 'a', delta: text })
  tell(done, responseOf(tokens))
  clock.now += heardMs
  tell(cleared, played)
  expect(said.map((one) => [one.text, one.isInterrupted])).toEqual(kept ? [kept] : [])
  expect(cuts).toEqual(cut)
})

test('the last item of an answer has its tokens', () => {
  const { said, tell } = open()
  tell(added, answer)
  tell(added, { response_id: 'r', item: { id: 'b', role: 'assistant' } })
  tell(delta, { item_id: 'a', delta: 'One moment' })
  tell(delta, { item_id: 'b', delta: 'Here it is' })
  const usage = {
    input_tokens: 30,
    output_tokens: 25,
    input_token_details: { audio_tokens: 20, cached_tokens: 10 },
    output_token_details: { audio_tokens: 15 },
  }
  tell(done, { response: { id: 'r', status: 'completed', usage } })
  expect(said.map((one) => one.usage)).toEqual([
    null,
    {
      inputTokens: 30,
      outputTokens: 25,
      cachedTokens: 10,
      audioInputTokens: 20,
      cachedAudioTokens: 0,
      audioOutputTokens: 15,
    },
  ])
})

test('Chinese is cut between words, too', () => {
  const { said, tell, clock } = open()
  tell(added, answer)
  tell(started, played)
  tell('response.audio_transcript.delta', { item_id: 'a', delta: '今天天气很好' })
  tell(done, responseOf(24))
  clock.now += 700
  tell(cleared, played)
  expect(said).toMatchObject([{ text: '今天', isInterrupted: true }])
})

test('at the end the last words are waited for, and half an answer is kept', async () => {
  const { said, tell, settled, flush } = open()
  tell(added, answer)
  tell(delta, { item_id: 'a', delta: 'Half a sen' })
  tell(committed, { item_id: 'q' })
  const settling = settled(60_000)
  tell(transcribed, { item_id: 'q', transcript: 'Stop.' })
  await settling
  flush()
  flush()
  expect(said).toMatchObject([
    { role: 'assistant', text: 'Half a sen', isInterrupted: true },
    { role: 'user', text: 'Stop.', isInterrupted: false },
  ])
})

test('an answer that the service cuts short says so', () => {
  const { said, tell } = open()
  tell(added, answer)
  tell(delta, { item_id: 'a', delta: 'Once upon a' })
  tell(done, responseOf(null, 'incomplete'))
  expect(said).toMatchObject([{ text: 'Once upon a', isInterrupted: true }])
})

test('words that a closed session has not written down hold up no later ones', () => {
  const { said, tell, clock, giveUp } = open()
  tell(committed, { item_id: 'q' })
  clock.now = 2000
  tell(committed, { item_id: 'r' })
  giveUp(1500)
  expect(said).toEqual([])
  tell(transcribed, { item_id: 'r', transcript: 'Next.' })
  expect(said).toMatchObject([{ text: 'Next.' }])
})

test('words that never come are waited for so long only', async () => {
  const { said, tell, settled, flush } = open()
  tell(committed, { item_id: 'q' })
  await settled(1)
  flush()
  expect(said).toEqual([])
})

test.each([undefined, 7, '', 'no JSON', '[]', '"text"', 'null', '{"type":7}'])(
  '%j is no event',
  (data) => expect(readServerEvent(data)).toBeUndefined(),
)

test('fields of another shape are empty', () => {
  const event = readServerEvent('{"type":"error","error":"no","item":[],"response":7,"item_id":{}}')
  expect(event).toEqual({
    type: 'error',
    itemId: '',
    responseId: '',
    role: '',
    status: '',
    text: '',
    audioEndMs: null,
    spokenTokens: null,
    usage: null,
    transcribedSeconds: null,
    expiresAt: null,
    purpose: '',
    writtenText: '',
    calls: [],
    resultOf: '',
    hasMessage: false,
    errorCode: '',
    errorMessage: '',
  })
})

test('a session says when it ends, and an answer what it was wanted for', () => {
  const session = { type: 'realtime', expires_at: 1_756_324_625 }
  expect(readServerEvent(JSON.stringify({ type: 'session.created', session }))).toMatchObject({
    expiresAt: 1_756_324_625_000,
  })
  const content = [{ type: 'output_text', text: 'Foxes.' }]
  const response = { metadata: { purpose: 'summary' }, output: [{ type: 'message', content }] }
  expect(readServerEvent(JSON.stringify({ type: 'response.done', response }))).toMatchObject({
    purpose: 'summary',
    writtenText: 'Foxes.',
  })
})

test('why an answer failed is found where the service has it', () => {
  const error = { type: 'insufficient_quota', message: 'No more' }
  const response = { status: 'failed', status_details: { type: 'failed', error } }
  const event = readServerEvent(JSON.stringify({ type: 'response.done', response }))
  expect(event).toMatchObject({ status: 'failed', errorCode: 'insufficient_quota' })
})
