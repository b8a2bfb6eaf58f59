import { frame } from '../conformance/framing.ts'
import type { Framed } from '../conformance/framing.ts'

export const streamServices = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'bedrock-converse',
] as const
export type StreamService = (typeof streamServices)[number]

/** Returns an answer of this many text events in the service's format. */
export function makeStream(service: StreamService, textEvents: number): Framed {
  const texts = Array.from({ length: textEvents }, (_, index) => ` word${String(index % 10)}`)
  const events = makers[service](texts).map((event) => JSON.stringify(event))
  return frame({ service, file: service, answer: { kind: 'stream', events } })
}

const makers: Record<StreamService, (texts: readonly string[]) => object[]> = {
  'openai-chat': (texts) => {
    const chunk = (delta: object, finish: string | null = null) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model: 'parley-large',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    })
    return [...texts.map((content) => chunk({ content })), chunk({}, 'stop')]
  },
  'openai-responses': (texts) => {
    const response = { id: 'resp_1', object: 'response', status: 'in_progress', output: [] }
    const text = texts.join('')
    const part = { type: 'output_text', text, annotations: [], logprobs: [] }
    const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' }
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
    const usage = { input_tokens: 5, output_tokens: texts.length, total_tokens: texts.length + 5 }
    const events = [
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      ...texts.map((delta) => ({
        type: 'response.output_text.delta',
        ...place,
        delta,
        logprobs: [],
        obfuscation: 'AbCdEf',
      })),
      { type: 'response.output_text.done', ...place, text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
      { type: 'response.output_item.done', output_index: 0, item: { ...item, content: [part] } },
      {
        type: 'response.completed',
        response: {
          ...response,
          status: 'completed',
          output: [{ ...item, content: [part] }],
          usage,
        },
      },
    ]
    return events.map((event, index) => ({ ...event, sequence_number: index }))
  },
  anthropic: (texts) => {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
    const usage = { input_tokens: 5, output_tokens: 1 }
    return [
      {
        type: 'message_start',
        message: { ...message, stop_reason: null, stop_sequence: null, usage },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...texts.map((text) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      })),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: texts.length },
      },
      { type: 'message_stop' },
    ]
  },
  'bedrock-converse': (texts) => [
    { messageStart: { role: 'assistant' } },
    ...texts.map((text) => ({
      contentBlockDelta: { contentBlockIndex: 0, delta: { text }, p: 'abcdef' },
    })),
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: 'end_turn' } },
    { metadata: { usage: { inputTokens: 5, outputTokens: texts.length, totalTokens: 9 } } },
  ],
}
