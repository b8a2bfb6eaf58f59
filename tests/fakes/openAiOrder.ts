interface Message {
  role?: string
  tool_call_id?: string
  tool_calls?: readonly { id: string }[]
}

interface Item {
  type?: string
  role?: string
  call_id?: string
}

const maxChatIdLength = 40
const maxCallIdLength = 64

/** Returns what the service refuses that its description does not tell: the order of messages. */
export function orderFaultsOf(path: string, body: unknown): string[] {
  const { messages, input } = body as { messages?: unknown; input?: unknown }
  if (path === '/v1/chat/completions' && Array.isArray(messages)) return chatFaults(messages)
  return path === '/v1/responses' && Array.isArray(input) ? itemFaults(input) : []
}

function chatFaults(messages: readonly Message[]): string[] {
  const faults: string[] = []
  let open: string[] = []
  messages.forEach(({ role, tool_call_id: answered = '', tool_calls: calls = [] }, index) => {
    const place = `messages[${String(index)}]`
    if (role === 'tool') {
      if (!open.includes(answered)) {
        faults.push(`${place}: 'tool' must be a response to a preceding message with 'tool_calls'`)
      }
      open = open.filter((id) => id !== answered)
      return
    }
    if (open.length > 0) faults.push(`${place}: tool_call_ids without response: ${open.join()}`)
    open = calls.map(({ id }) => id)
    faults.push(...tooLong(place, open, maxChatIdLength))
  })
  return open.length > 0 ? [...faults, `No response to: ${open.join()}`] : faults
}

function itemFaults(items: readonly Item[]): string[] {
  const called = new Set<string>()
  const answered = new Set<string>()
  const faults = items.flatMap(({ type = 'message', role, call_id: id = '' }, index) => {
    const place = `input[${String(index)}]`
    if (type.endsWith('_call_output')) {
      answered.add(id)
      const hasCall = called.has(id)
      return hasCall ? [] : [`${place}: No tool call found for function call output with ${id}`]
    }
    if (type === 'function_call' || type === 'custom_tool_call') {
      called.add(id)
      return tooLong(place, [id], maxCallIdLength)
    }
    const next = items[index + 1]
    const isAlone = !next || next.type?.endsWith('_output') === true || next.role === 'user'
    if (type === 'reasoning' && isAlone) {
      return [`${place}: 'reasoning' was provided without its required following item`]
    }
    return type === 'message' && role === undefined ? [`${place}: no role`] : []
  })
  const silent = [...called].filter((id) => !answered.has(id))
  return silent.length > 0 ? [...faults, `No tool output found for: ${silent.join()}`] : faults
}

function tooLong(place: string, ids: readonly string[], maximum: number): string[] {
  return ids
    .filter((id) => id.length > maximum)
    .map(() => `${place}: string too long. Expected a maximum length of ${String(maximum)}`)
}
