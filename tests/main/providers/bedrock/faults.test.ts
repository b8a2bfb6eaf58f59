import { frameEvent } from '../../../fakes/awsEventStream.ts'
import { describeFaults } from '../../../fakes/faults.ts'
import { openBedrock } from './openBedrock.ts'

const delta = (text: string) =>
  frameEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text } })

describeFaults('Bedrock', {
  open: (origin, options) => openBedrock(origin, options),
  contentType: 'application/vnd.amazon.eventstream',
  // The stop reason comes last, so that no prefix is a whole answer.
  answer: Buffer.concat([
    frameEvent('messageStart', { role: 'assistant' }),
    delta('Good day, '),
    delta('Zürich – 你好'),
    delta(' and 再见'),
    frameEvent('metadata', { usage: { inputTokens: 1, outputTokens: 3, totalTokens: 4 } }),
    frameEvent('messageStop', { stopReason: 'end_turn' }),
  ]),
  text: 'Good day, Zürich – 你好 and 再见',
  begin: frameEvent('messageStart', { role: 'assistant' }),
  piece: delta('over and over '),
  rateLimitBody: '{"message":"Too many requests, please wait before trying again."}',
  serverErrorBody: '{"message":"The system encountered an unexpected error."}',
  errorHeaders: {
    rateLimit: { 'x-amzn-errortype': 'ThrottlingException' },
    serverError: { 'x-amzn-errortype': 'InternalServerException' },
  },
})
