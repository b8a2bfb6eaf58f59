import { describeFaults } from '../../../fakes/faults.ts'
import { openService } from '../openAiCompatible/openService.ts'

const text = 'Hello, Zoë: 日本語'
const event = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const delta = (piece: string) =>
  event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, delta: piece })
const created = event('response.created', { response: { id: 'resp_1', status: 'in_progress' } })
const bytes = (stream: string) => new TextEncoder().encode(stream)

describeFaults('Responses', {
  open: (origin, options) => openService(`${origin}/v1`, { ...options, api: 'responses' }),
  contentType: 'text/event-stream',
  answer: bytes(
    created +
      Array.from(text, delta).join('') +
      event('response.completed', { response: { id: 'resp_1', status: 'completed', output: [] } }),
  ),
  text,
  begin: bytes(created),
  piece: bytes(delta('on and on ')),
  rateLimitBody: '{"error":{"message":"Slow down","type":"requests","code":"rate_limit_exceeded"}}',
  serverErrorBody: '{"error":{"message":"Oops","type":"server_error"}}',
})
