import { expect, test } from 'vitest'
import { readServerEvent } from '../../../src/renderer/realtime/serverEvent.ts'
import { createTranscript, type Said } from '../../../src/renderer/realtime/transcript.ts'

function open() {
  const said: Said[] = []
  const transcript = createTranscript((one) => said.push(one))
  return {
    said,
    ...transcript,
    tell: (type: string, fields: object) => {
      const event = readServerEvent(JSON.stringify({ type, ...fields }))
      if (event) transcript.take(event)
    },
  }
}

const committed = 'input_audio_buffer.committed'
const transcribed = 'conversation.item.input_audio_transcription.completed'
const failed = 'conversation.item.input_audio_transcription.failed'
const delta = 'response.output_audio_transcript.delta'
const answer = { item: { id: 'a', role: 'assistant' } }

test('the answer waits for the question that is written down after it', () => {
  const { said, tell } = open()
  tell(committed, { item_id: 'q' })
  tell('response.output_item.added', answer)
  tell(delta, { item_id: 'a', delta: 'It is ' })
  tell(delta, { item_id: 'a', delta: 'one.' })
  tell('response.output_item.done', answer)
  expect(said).toEqual([])
  tell(transcribed, { item_id: 'q', transcript: ' What is it?\n' })
  expect(said).toEqual([
    { role: 'user', text: 'What is it?' },
    { role: 'assistant', text: 'It is one.' },
  ])
})

test('a question that could not be written down holds nothing up, and an empty one is left out', () => {
  const { said, tell } = open()
  tell(committed, { item_id: 'q' })
  tell(committed, { item_id: 'r' })
  tell('response.output_item.added', answer)
  tell(delta, { item_id: 'a', delta: 'Yes.' })
  tell('response.output_item.done', answer)
  tell(failed, { item_id: 'q', error: { message: 'No' } })
  tell(transcribed, { item_id: 'r', transcript: '  ' })
  expect(said).toEqual([{ role: 'assistant', text: 'Yes.' }])
})

test('at the end the last words are waited for, and half an answer is kept', async () => {
  const { said, tell, settled, flush } = open()
  tell('response.output_item.added', answer)
  tell(delta, { item_id: 'a', delta: 'Half a sen' })
  tell(committed, { item_id: 'q' })
  const settling = settled(60_000)
  tell(transcribed, { item_id: 'q', transcript: 'Stop.' })
  await settling
  flush()
  flush()
  expect(said).toEqual([
    { role: 'assistant', text: 'Half a sen' },
    { role: 'user', text: 'Stop.' },
  ])
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
    role: '',
    status: '',
    text: '',
    errorCode: '',
    errorMessage: '',
  })
})

test('why an answer failed is found where the service has it', () => {
  const error = { type: 'insufficient_quota', message: 'No more' }
  const response = { status: 'failed', status_details: { type: 'failed', error } }
  const event = readServerEvent(JSON.stringify({ type: 'response.done', response }))
  expect(event).toMatchObject({ status: 'failed', errorCode: 'insufficient_quota' })
})
