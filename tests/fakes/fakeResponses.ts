import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import type { Answer, FakePicture } from './behaviour.ts'
import { piecesOf, tokensOf } from './fakeTokens.ts'
import { sendJson, write } from './fakeServer.ts'
import { sendText, wholeText } from './sendText.ts'

interface Asked {
  model: string
  stream?: boolean
}

interface Item {
  id: string
  type: string
  [field: string]: unknown
}

/** Answers like `/v1/responses`: with a stream of typed events, or whole. */
export async function performResponses(
  answer: Answer,
  request: Asked,
  response: ServerResponse,
): Promise<void> {
  await wait(answer.firstTokenMilliseconds ?? 0)
  if (!request.stream) {
    sendJson(response, 200, wholeOf(answer, request))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...answer.headers })
  let sequence = 0
  const send = async (type: string, fields: object) => {
    if (answer.tokensPerSecond !== undefined) await wait(1000 / answer.tokensPerSecond)
    const event = { type, sequence_number: (sequence += 1), ...fields }
    await write(response, `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  const whole = wholeOf(answer, request)
  const begun = { ...whole, status: 'in_progress', output: [], usage: null }
  await send('response.created', { response: begun })
  await send('response.in_progress', { response: begun })
  for (const [index, item] of whole.output.entries()) {
    if (response.destroyed) return
    const picture = answer.pictures?.find(({ id }) => id === item.id)
    if (picture) await sendPicture(picture, item, index, send)
    else await sendItem(item, index, send, (sendToken) => sendText(answer, response, sendToken))
  }
  if (answer.ending === 'hang') return
  if (answer.ending === 'reset') {
    // A reset overtakes data in transit, so the text gets a moment to arrive.
    await wait(100)
    response.socket?.resetAndDestroy()
    return
  }
  if (answer.ending !== 'cut') {
    await send(`response.${whole.status}`, { response: whole })
  }
  response.end()
}

async function sendPicture(
  { drafts = [], until, result }: FakePicture,
  item: Item,
  index: number,
  send: Send,
): Promise<void> {
  const place = { item_id: item.id, output_index: index }
  const of = 'response.image_generation_call'
  const begun = { id: item.id, type: item.type, status: 'in_progress', result: null }
  await send('response.output_item.added', { output_index: index, item: begun })
  await send(`${of}.in_progress`, place)
  await send(`${of}.generating`, place)
  for (const [number, draft] of drafts.entries()) {
    const partial = { partial_image_index: number, partial_image_b64: draft, output_format: 'png' }
    await send(`${of}.partial_image`, { ...place, ...partial })
  }
  await until
  if (result !== null) await send(`${of}.completed`, place)
  await send('response.output_item.done', { output_index: index, item })
}

type Send = (type: string, fields: object) => Promise<void>
type SendTokens = (sendToken: (token: string) => Promise<void>) => Promise<void>

async function sendItem(
  item: Item,
  index: number,
  send: Send,
  sendTokens: SendTokens,
): Promise<void> {
  const place = { item_id: item.id, output_index: index }
  await send('response.output_item.added', { output_index: index, item: bare(item) })
  if (item.type === 'reasoning') {
    const { text } = (item['summary'] as [{ text: string }])[0]
    const part = { ...place, summary_index: 0 }
    const empty = { type: 'summary_text', text: '' }
    await send('response.reasoning_summary_part.added', { ...part, part: empty })
    for (const delta of tokensOf(text)) {
      await send('response.reasoning_summary_text.delta', { ...part, delta })
    }
    await send('response.reasoning_summary_text.done', { ...part, text })
    const whole = { type: 'summary_text', text }
    await send('response.reasoning_summary_part.done', { ...part, part: whole })
  } else if (item.type === 'message') {
    const [{ text }] = item['content'] as [{ text: string }]
    const part = { ...place, content_index: 0 }
    const empty = { type: 'output_text', text: '', annotations: [] }
    await send('response.content_part.added', { ...part, part: empty })
    await sendTokens((delta) =>
      send('response.output_text.delta', { ...part, delta, logprobs: [] }),
    )
    await send('response.output_text.done', { ...part, text })
    await send('response.content_part.done', { ...part, part: { ...empty, text } })
  } else {
    const given = String(item['arguments'])
    for (const delta of piecesOf(given)) {
      await send('response.function_call_arguments.delta', { ...place, delta })
    }
    await send('response.function_call_arguments.done', { ...place, arguments: given })
  }
  await send('response.output_item.done', { output_index: index, item })
}

/** Returns an item at its start, without content. */
function bare(item: Item): Item {
  const begun = { ...item, status: 'in_progress' }
  if (item.type === 'reasoning') return { ...begun, summary: [], encrypted_content: '' }
  return item.type === 'message' ? { ...begun, content: [] } : { ...begun, arguments: '' }
}

function wholeOf(answer: Answer, { model }: Asked) {
  const isCut = answer.finishReason === 'length' || answer.finishReason === 'content_filter'
  const reason = answer.finishReason === 'length' ? 'max_output_tokens' : 'content_filter'
  return {
    id: 'resp_fake',
    object: 'response',
    created_at: 1_790_000_000,
    model,
    status: isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut ? { reason } : null,
    output: [
      ...reasoningItems(answer),
      ...pictureItems(answer),
      ...messageItems(answer),
      ...callItems(answer),
    ],
    usage: answer.usage === false ? null : usageOf(answer),
    ...(answer.pictures && { tool_usage: toolUsageOf(answer.pictures) }),
  }
}

function reasoningItems({ reasoning, encrypted }: Answer): Item[] {
  if (reasoning === undefined) return []
  const summary = [{ type: 'summary_text', text: reasoning }]
  const encrypted_content = encrypted ?? null
  return [{ id: 'rs_fake', type: 'reasoning', summary, encrypted_content }]
}

function pictureItems({ pictures = [] }: Answer): Item[] {
  return pictures.map(({ id, result, prompt, error }) => ({
    id,
    type: 'image_generation_call',
    status: result === null ? 'failed' : 'completed',
    result,
    revised_prompt: prompt ?? null,
    output_format: 'png',
    ...(error && { error: { type: 'image_generation_user_error', param: null, ...error } }),
  }))
}

/** Each picture takes 1,000 tokens of output, and 10 of text. */
function toolUsageOf(pictures: readonly FakePicture[]) {
  const made = pictures.filter(({ result }) => result !== null).length
  return {
    image_gen: {
      input_tokens: 10 * made,
      input_tokens_details: { image_tokens: 0, text_tokens: 10 * made },
      output_tokens: 1000 * made,
      total_tokens: 1010 * made,
    },
    web_search: { num_requests: 0 },
  }
}

function messageItems(answer: Answer): Item[] {
  const text = wholeText(answer)
  if (text === '') return []
  const content = [{ type: 'output_text', text, annotations: [] }]
  return [{ id: 'msg_fake', type: 'message', role: 'assistant', status: 'completed', content }]
}

function callItems({ toolCalls = [] }: Answer): Item[] {
  return toolCalls.map(({ id, name, arguments: given }, index) => ({
    id: `fc_fake_${String(index)}`,
    type: 'function_call',
    status: 'completed',
    call_id: id,
    name,
    arguments: given,
  }))
}

function usageOf(answer: Answer) {
  const output = tokensOf(wholeText(answer)).length
  return {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: tokensOf(answer.reasoning ?? '').length },
    total_tokens: 10 + output,
  }
}
