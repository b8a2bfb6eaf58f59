import { frame } from '../../../fakes/fakeAnthropic.ts'
import { describeFaults } from '../../../fakes/faults.ts'
import { openAnthropic } from './openAnthropic.ts'

const text = 'Hello, Zoë: 日本語'
const bytes = (events: readonly object[]) => new TextEncoder().encode(events.map(frame).join(''))
const textDelta = (piece: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: piece },
})
const beginning = [
  {
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage: {} },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
]

describeFaults('the Messages API', {
  open: (origin, options) => openAnthropic(origin, options),
  contentType: 'text/event-stream; charset=utf-8',
  answer: bytes([
    ...beginning,
    ...Array.from(text).map(textDelta),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ]),
  text,
  begin: bytes(beginning),
  piece: bytes([textDelta('on and on ')]),
  rateLimitBody: '{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}',
  serverErrorBody: '{"type":"error","error":{"type":"api_error","message":"Oops"}}',
})
