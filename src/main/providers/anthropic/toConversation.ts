import type { Anthropic } from '@anthropic-ai/sdk'
import type { Warning } from '../../../shared/chat/parts.ts'
import type { FileInput, ResultInput, Turn, TurnPart } from '../reply.ts'
import { leftOut, withNotes } from '../request/resultNotes.ts'
import type { FileBlock } from './files.ts'
import { toolInputOf } from '../answer/toolInputOf.ts'
import {
  addBlocks,
  answerToolCalls,
  notRunText,
  toToolCallId,
  trimEnd,
} from '../request/turnMessages.ts'
import type { Message, ToolBlocks } from '../request/turnMessages.ts'

export interface Conversation {
  system: Anthropic.TextBlockParam[]
  messages: Message<Anthropic.ContentBlockParam>[]
  warnings: Warning[]
}

export interface ConversationOptions {
  /** False if the service refused the reasoning of earlier answers. */
  reasoning: boolean
  toBlock: (file: FileInput) => Promise<FileBlock | null>
}

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
      addBlocks(conversation.messages, part.type === 'toolResult' ? 'user' : role, blocks)
    }
  }
  conversation.messages = answerToolCalls(conversation.messages, toolBlocks)
  trimEnd(conversation.messages)
  return conversation
}

async function toBlocks(
  part: TurnPart,
  role: Message<unknown>['role'],
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
      return [
        { type: 'tool_use', id: toToolCallId(part.id), name, input: toolInputOf(part.arguments) },
      ]
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
  const result = resultBlock(toToolCallId(id), withNotes(text, notes), failed)
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

const toolBlocks: ToolBlocks<Anthropic.ContentBlockParam> = {
  toolCallIdOf: (block) => (block.type === 'tool_use' ? block.id : undefined),
  answeredIdOf: (block) => (block.type === 'tool_result' ? block.tool_use_id : undefined),
  toNotRun: (id) => resultBlock(id, notRunText, true),
}
