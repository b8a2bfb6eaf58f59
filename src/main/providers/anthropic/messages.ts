import type { Anthropic } from '@anthropic-ai/sdk'
import type { Warning } from '../../../shared/parts.ts'
import type { FileInput, ResultInput, Turn, TurnPart } from '../provider.ts'
import { leftOut, withNotes } from '../resultNotes.ts'
import type { FileBlock } from './files.ts'
import { toolInputOf } from '../toolInput.ts'

export interface Conversation {
  system: Anthropic.TextBlockParam[]
  messages: { role: 'user' | 'assistant'; content: Anthropic.ContentBlockParam[] }[]
  warnings: Warning[]
}

export interface ConversationOptions {
  /** False if the service refused the reasoning of earlier answers. */
  reasoning: boolean
  toBlock: (file: FileInput) => Promise<FileBlock | null>
}

type Role = Conversation['messages'][number]['role']

/** Converts turns to the API's format: roles alternate, and the next message answers each call. */
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
      return [{ type: 'tool_use', id: toId(part.id), name, input: toolInputOf(part.arguments) }]
    }
    case 'toolResult':
      return [await fullResultBlock(part, toBlock)]
    case 'file': {
      // An assistant turn may contain only text.
      if (role === 'assistant') return []
      const block = await toBlock(part)
      if (block) return [block]
      warnings.push({ code: 'attachmentDropped', subject: part.file.name })
      return []
    }
  }
}

/** The service refuses blank text. */
function textBlocks(text: string): Anthropic.TextBlockParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

/** Returns only reasoning sealed by this service. An item id comes from another service. */
function reasoningBlocks(
  part: Extract<TurnPart, { type: 'reasoning' }>,
): Anthropic.ContentBlockParam[] {
  const { text, signature, encrypted, itemId } = part
  if (itemId !== undefined) return []
  if (encrypted !== undefined) return [{ type: 'redacted_thinking', data: encrypted }]
  return signature ? [{ type: 'thinking', thinking: text, signature }] : []
}

/** Returns a result with its files. Names the files that the model does not accept. */
async function fullResultBlock(
  { id, text, failed, files = [] }: ResultInput,
  toBlock: ConversationOptions['toBlock'],
): Promise<Anthropic.ToolResultBlockParam> {
  const notes: string[] = []
  const blocks: FileBlock[] = []
  for (const input of files) {
    const block = await toBlock(input)
    if (block) blocks.push(block)
    else notes.push(leftOut(input.file))
  }
  const result = resultBlock(toId(id), withNotes(text, notes), failed)
  if (blocks.length === 0) return result
  return { ...result, content: [...textBlocks(withNotes(text, notes)), ...blocks] }
}

function resultBlock(id: string, text: string, failed: boolean): Anthropic.ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(text.trim() !== '' && { content: text }),
    ...(failed && { is_error: true }),
  }
}

/** Replaces characters in other services' ids that this service refuses. */
function toId(id: string): string {
  return id.replaceAll(/[^\w-]/g, '_') || '_'
}

/**
 * Adds a result that says so to each call without one, as an interrupted turn leaves it, and drops
 * results without a call: the service refuses both. Puts results before other blocks.
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

/** Trims the end of an answer to be continued: the service refuses trailing white space. */
function trimEnd(messages: Conversation['messages']): void {
  const last = messages.at(-1)
  const block = last?.content.at(-1)
  if (last?.role === 'assistant' && block?.type === 'text') block.text = block.text.trimEnd()
}
