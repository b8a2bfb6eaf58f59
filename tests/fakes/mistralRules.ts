import type { Behaviour } from './behaviour.ts'
import type { ChatRequest } from './fakeOpenAi.ts'
import type { SeenRequest } from './fakeServer.ts'

interface Message {
  role: string
  content?: unknown
  tool_call_id?: string
  tool_calls?: { id: string }[]
}

/** The roles that may follow each role, as mistral-common's validator has them. */
const followers: Readonly<Record<string, readonly string[]>> = {
  system: ['system', 'user', 'assistant'],
  user: ['system', 'user', 'assistant'],
  assistant: ['system', 'user', 'assistant', 'tool'],
  tool: ['assistant', 'tool'],
}

/** Answers as Mistral does: it refuses messages in another order, and call ids of another form. */
export function answerAsMistral(text: string): (_: ChatRequest, seen: SeenRequest) => Behaviour {
  return (_request, seen) => {
    const fault = faultOf((seen.body as { messages: Message[] }).messages)
    if (fault === undefined) return { kind: 'answer', text }
    const body = { object: 'error', ...fault, param: null }
    return { kind: 'status', status: 400, body }
  }
}

function faultOf(messages: readonly Message[]) {
  for (const [index, message] of messages.entries()) {
    const fault = orderFault(messages[index - 1], message) ?? messageFault(message)
    if (fault) return fault
  }
  return undefined
}

function orderFault(before: Message | undefined, { role }: Message) {
  if (!before || followers[before.role]?.includes(role)) return undefined
  const message = `Unexpected role '${role}' after role '${before.role}'`
  return { message, type: 'invalid_request_message_order', code: '3230' }
}

function messageFault({ role, content, tool_calls: calls = [], tool_call_id: answered }: Message) {
  if (role === 'assistant' && calls.length === 0 && (content ?? '') === '') {
    const message = 'Assistant message must have either content or tool_calls, but not none.'
    return { message, type: 'invalid_request_assistant_message', code: '3240' }
  }
  const ids = [...calls.map(({ id }) => id), ...(answered === undefined ? [] : [answered])]
  const wrong = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id))
  if (wrong === undefined) return undefined
  const message = `Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`
  return { message, type: 'invalid_function_call', code: '3280' }
}
