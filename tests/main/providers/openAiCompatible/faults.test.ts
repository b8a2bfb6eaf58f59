import { describeFaults } from '../../../fakes/faults.ts'
import { openService } from './openService.ts'

const text = 'Hello, Zoë: 日本語'
const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const bytes = (stream: string) => new TextEncoder().encode(stream)

describeFaults('Chat Completions', {
  open: (origin, options) => openService(`${origin}/v1`, options),
  contentType: 'text/event-stream',
  answer: bytes(
    Array.from(text, (content) => event({ content })).join('') +
      event({}, 'stop') +
      'data: [DONE]\n\n',
  ),
  text,
  begin: bytes(event({ role: 'assistant', content: '' })),
  piece: bytes(event({ content: 'on and on ' })),
  rateLimitBody: '{"error":{"message":"Slow down","type":"requests","code":"rate_limit_exceeded"}}',
  serverErrorBody: '{"error":{"message":"Oops","type":"server_error"}}',
})
