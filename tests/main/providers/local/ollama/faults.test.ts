import { describeFaults } from '../../../../fakes/faults.ts'
import { openLocal } from '../openLocal.ts'

const text = 'Hello, Zoë: 日本語'
const line = (message: object, rest: object = { done: false }) =>
  `${JSON.stringify({ model: 'm', message: { role: 'assistant', ...message }, ...rest })}\n`
const bytes = (stream: string) => new TextEncoder().encode(stream)

describeFaults('Ollama', {
  open: (origin, options) => openLocal('ollama', origin, options),
  contentType: 'application/x-ndjson',
  optionalPaths: ['/api/ps'],
  answer: bytes(
    Array.from(text, (content) => line({ content })).join('') +
      line({ content: '' }, { done: true, done_reason: 'stop' }),
  ),
  text,
  begin: bytes(line({ content: '' })),
  piece: bytes(line({ content: 'on and on ' })),
  rateLimitBody: '{"error":"too many requests"}',
  serverErrorBody: '{"error":"llama runner process has terminated"}',
})
