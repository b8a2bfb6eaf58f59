import { z } from 'zod'

/** Returns the user's text of a request for Chat Completions or Responses. */
export function promptOf(body: Record<string, unknown>): string {
  const item = z.object({ role: z.string(), content: z.unknown() })
  const items = z.array(item).parse(body['messages'] ?? body['input'])
  const { content } = items.at(-1) ?? {}
  if (typeof content === 'string') return content
  return z.array(z.object({ text: z.string() })).parse(content)[0]?.text ?? ''
}

/** A request of a batch. */
export interface Line {
  customId: string
  /** The path of the API that it is for. */
  url: string
  prompt: string
}

/** The end of a request. */
export type Said = 'answer' | 'expired' | 'cancelled' | { status: number; message: string }

/** Returns the line of a request in an output or error file. */
export function resultOf({ customId, url, prompt }: Line, said: Said) {
  const base = { id: `batch_req_${customId}`, custom_id: customId }
  if (said === 'expired' || said === 'cancelled') {
    return { ...base, response: null, error: { code: `batch_${said}`, message: 'Not run' } }
  }
  const isAnswer = said === 'answer'
  const response = isAnswer
    ? { status_code: 200, request_id: 'r', body: answerOf(url, `You said: ${prompt}`) }
    : { status_code: said.status, request_id: 'r', body: { error: { message: said.message } } }
  return { ...base, response, error: null }
}

function answerOf(url: string, text: string) {
  if (url === '/v1/responses') {
    return {
      ...{ id: 'resp_1', object: 'response', status: 'completed' },
      output: [
        {
          ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30 },
    }
  }
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'parley-large' },
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
  }
}
