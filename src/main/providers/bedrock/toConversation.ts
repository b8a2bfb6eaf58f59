import type {
  ContentBlock,
  SystemContentBlock,
  ToolResultBlock,
  ToolResultContentBlock,
} from '@aws-sdk/client-bedrock-runtime'
import type { Warning } from '../../../shared/chat/parts.ts'
import { hasInstructions } from '../request/moveInstructions.ts'
import type { FileInput, ResultInput, Turn, TurnPart } from '../reply.ts'
import { leftOut, withNotes } from '../request/resultNotes.ts'
import { toolInputOf } from '../answer/toolInputOf.ts'
import {
  addBlocks,
  answerToolCalls,
  notRunText,
  toToolCallId,
  trimEnd,
} from '../request/turnMessages.ts'
import type { Message, ToolBlocks } from '../request/turnMessages.ts'

const maxIdLength = 64

export interface Conversation {
  system: SystemContentBlock[]
  messages: Message<ContentBlock>[]
  warnings: Warning[]
}

export interface ConversationOptions {
  /** False if the service refused the reasoning of earlier answers. */
  reasoning: boolean
  /** False for a model without a system prompt. */
  system: boolean
  /** False for a model without tools. Earlier calls are then described in text. */
  tools: boolean
  toBlock: (file: FileInput) => Promise<ContentBlock | null>
}

type DocumentValue = Exclude<ContentBlock.ToolUseMember['toolUse']['input'], undefined>

/**
 * Converts turns to the API's format: roles alternate, the user comes first, and the next message
 * answers each call.
 */
export async function toConversation(
  turns: readonly Turn[],
  options: ConversationOptions,
): Promise<Conversation> {
  const conversation: Conversation = { system: [], messages: [], warnings: [] }
  for (const { role, parts } of turns) {
    for (const part of parts) {
      if (role === 'system' && options.system) {
        if (part.type === 'text') conversation.system.push(...textBlocks(part.text))
        continue
      }
      const speaker = role === 'assistant' && part.type !== 'toolResult' ? role : 'user'
      const blocks = await toBlocks(part, speaker, options, conversation.warnings)
      addBlocks(conversation.messages, speaker, blocks)
    }
  }
  if (!options.system && hasInstructions(turns)) {
    conversation.warnings.push({ code: 'instructionsMoved' })
  }
  conversation.messages = answerToolCalls(conversation.messages, toolBlocks)
  conversation.messages.forEach(introduceDocuments)
  if (conversation.messages[0]?.role !== 'user') {
    conversation.messages.unshift({ role: 'user', content: [{ text: '…' }] })
  }
  trimEnd(conversation.messages)
  return conversation
}

async function toBlocks(
  part: TurnPart,
  role: Message<unknown>['role'],
  { reasoning, tools, toBlock }: ConversationOptions,
  warnings: Warning[],
): Promise<ContentBlock[]> {
  switch (part.type) {
    case 'text':
      return textBlocks(part.text)
    case 'reasoning':
      return reasoning && role === 'assistant' ? reasoningBlocks(part) : []
    case 'toolCall': {
      if (!tools) return textBlocks(`${part.name}(${part.arguments})`)
      const toolUse = {
        toolUseId: toToolCallId(part.id, maxIdLength),
        name: part.name,
        input: toolInputOf(part.arguments) as DocumentValue,
      }
      return [{ toolUse }]
    }
    case 'toolResult':
      return resultBlocks(part, tools, toBlock)
    case 'file': {
      const block = role === 'user' ? await toBlock(part) : null
      if (block) return [block]
      if (role === 'user') warnings.push({ code: 'attachmentDropped', subject: part.file.name })
      return []
    }
  }
}

/** The service refuses blank text. */
function textBlocks(text: string): { text: string }[] {
  return text.trim() === '' ? [] : [{ text }]
}

/** Returns only reasoning sealed by this service. An item id comes from another service. */
function reasoningBlocks({
  text,
  signature,
  encrypted,
  itemId,
}: Extract<TurnPart, { type: 'reasoning' }>): ContentBlock[] {
  if (itemId !== undefined) return []
  if (encrypted !== undefined) {
    const redactedContent = new Uint8Array(Buffer.from(encrypted, 'base64'))
    return [{ reasoningContent: { redactedContent } }]
  }
  if (signature === undefined) return []
  return [{ reasoningContent: { reasoningText: { text, signature } } }]
}

/** Returns a result with its files. Names the files that the model does not accept. */
async function resultBlocks(
  { id, text, failed, files = [] }: ResultInput,
  tools: boolean,
  toBlock: ConversationOptions['toBlock'],
): Promise<ContentBlock[]> {
  const notes: string[] = []
  const kept: (ToolResultContentBlock.ImageMember | ToolResultContentBlock.DocumentMember)[] = []
  for (const input of files) {
    const { image, document, text: quoted } = (await toBlock(input)) ?? {}
    if (image) kept.push({ image })
    else if (document) kept.push({ document })
    else notes.push(quoted ?? leftOut(input.file))
  }
  const said = withNotes(text, notes)
  if (!tools) return [...textBlocks(said), ...kept]
  const result = resultOf(toToolCallId(id, maxIdLength), said, failed)
  const words = said === '' && kept.length > 0 ? [] : (result.content ?? [])
  return [{ toolResult: { ...result, content: [...words, ...kept] } }]
}

function resultOf(toolUseId: string, text: string, failed: boolean): ToolResultBlock {
  return {
    toolUseId,
    content: [{ text: text.trim() === '' ? '(nothing)' : text }],
    status: failed ? 'error' : 'success',
  }
}

const toolBlocks: ToolBlocks<ContentBlock> = {
  toolCallIdOf: ({ toolUse }) => toolUse?.toolUseId,
  answeredIdOf: ({ toolResult }) => toolResult?.toolUseId,
  toNotRun: (id) => ({ toolResult: resultOf(id, notRunText, true) }),
}

/** Adds text beside a document, because the service refuses a document without text. */
function introduceDocuments({ content }: Message<ContentBlock>): void {
  if (content.some(({ text }) => text !== undefined)) return
  const names = content.flatMap(({ document }) => document?.name ?? [])
  if (names.length > 0) content.push({ text: names.join(', ') })
}
