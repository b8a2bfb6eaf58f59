import type { Anthropic } from '@anthropic-ai/sdk'
import type { Warning } from '../../../shared/parts.ts'
import type { FileInput, Turn, TurnPart } from '../provider.ts'
import type { FileBlock } from './files.ts'

export interface Conversation {
  system: Anthropic.TextBlockParam[]
  messages: { role: 'user' | 'assistant'; content: Anthropic.ContentBlockParam[] }[]
  warnings: Warning[]
}

export interface ConversationOptions {
  /** False where the reasoning of earlier answers was refused. */
  reasoning: boolean
  toBlock: (file: FileInput) => Promise<FileBlock | null>
}

type Role = Conversation['messages'][number]['role']

/** The turns as the API wants them: alternating, each call answered in the very next message. */
export async function toConversation(
  turns: readonly Turn[],
  options: ConversationOptions,
): Promise<Conversation> {
  const conversation: Conversation = { system: [], messages: [], warnings: [] }
  for (const { role, parts } of turns) {
    for (const part of parts) {
      if (role === 'system') {
        if (part.type === 'text') conversation.system.push(...textBlocks(part.text))
        continue
      }
      const blocks = await toBlocks(part, role, options, conversation.warnings)
      add(conversation.messages, part.type === 'toolResult' ? 'user' : role, blocks)
    }
  }
  conversation.messages = answerCalls(conversation.messages)
  trimEnd(conversation.messages)
  return conversation
}

function add(
  messages: Conversation['messages'],
  role: Role,
  blocks: Anthropic.ContentBlockParam[],
): void {
  if (blocks.length === 0) return
  const last = messages.at(-1)
  if (last?.role === role) last.content.push(...blocks)
  else messages.push({ role, content: blocks })
}

async function toBlocks(
  part: TurnPart,
  role: Role,
  { reasoning, toBlock }: ConversationOptions,
  warnings: Warning[],
): Promise<Anthropic.ContentBlockParam[]> {
  switch (part.type) {
    case 'text':
      return textBlocks(part.text)
    case 'reasoning':
      return reasoning && role === 'assistant' ? reasoningBlocks(part) : []
    case 'toolCall': {
      const { name } = part
      return [{ type: 'tool_use', id: toId(part.id), name, input: toInput(part.arguments) }]
    }
    case 'toolResult':
      return [resultBlock(toId(part.id), part.text, part.failed)]
    case 'file': {
      // Nothing but text may stand in an assistant's turn.
      if (role === 'assistant') return []
      const block = await toBlock(part)
      if (block) return [block]
      warnings.push({ code: 'attachmentDropped', subject: part.file.name })
      return []
    }
  }
}

/** Text without a letter is refused. */
function textBlocks(text: string): Anthropic.TextBlockParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

/** Only what is sealed by the service may be sent back; an item's id is another service's. */
function reasoningBlocks(
  part: Extract<TurnPart, { type: 'reasoning' }>,
): Anthropic.ContentBlockParam[] {
  const { text, signature, encrypted, itemId } = part
  if (itemId !== undefined) return []
  if (encrypted !== undefined) return [{ type: 'redacted_thinking', data: encrypted }]
  return signature ? [{ type: 'thinking', thinking: text, signature }] : []
}

function resultBlock(id: string, text: string, failed: boolean): Anthropic.ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(text.trim() !== '' && { content: text }),
    ...(failed && { is_error: true }),
  }
}

/** Other services' ids hold characters that are refused here. */
function toId(id: string): string {
  return id.replaceAll(/[^\w-]/g, '_') || '_'
}

/** The arguments have to be an object, whatever another model wrote. */
function toInput(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return parsed
  } catch {
    // Free text goes along as it is.
  }
  return { input: text }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A call without its result, as an interrupted turn leaves it, gets one that says so; a result
 * without its call is left out. Either would be refused. Results stand before all else.
 */
function answerCalls(messages: Conversation['messages']): Conversation['messages'] {
  const answered: Conversation['messages'] = []
  let open: string[] = []
  for (const { role, content } of messages) {
    const results = role === 'user' ? content.filter(isResult) : []
    const rest = content.filter((block) => !isResult(block))
    const kept = results.filter((result) => open.includes(result.tool_use_id))
    const missing = open.filter((id) => !kept.some((result) => result.tool_use_id === id))
    const notRun = missing.map(notRunBlock)
    add(answered, role, [...kept, ...notRun, ...rest])
    open = rest.filter(isCall).map(({ id }) => id)
  }
  add(answered, 'user', open.map(notRunBlock))
  return answered
}

function notRunBlock(id: string): Anthropic.ToolResultBlockParam {
  return resultBlock(id, 'The tool was not run.', true)
}

function isResult(block: Anthropic.ContentBlockParam): block is Anthropic.ToolResultBlockParam {
  return block.type === 'tool_result'
}

function isCall(block: Anthropic.ContentBlockParam): block is Anthropic.ToolUseBlockParam {
  return block.type === 'tool_use'
}

/** An answer that is to be gone on with must not end in white space. */
function trimEnd(messages: Conversation['messages']): void {
  const last = messages.at(-1)
  const block = last?.content.at(-1)
  if (last?.role === 'assistant' && block?.type === 'text') block.text = block.text.trimEnd()
}
