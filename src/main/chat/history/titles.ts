import { randomUUID } from 'node:crypto'
import type { chat, Conversation, Message } from '../../../shared/chat/chat.ts'
import type { Usage } from '../../../shared/chat/parts.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { parseAssistantId } from '../../providers/assistants/assistantId.ts'
import { addText } from '../../providers/answer/addText.ts'
import { hasCostNothing } from '../../providers/errors/wasRefused.ts'
import type { ProviderLookup } from '../../providers/provider.ts'
import type { ReplyRequest } from '../../providers/reply.ts'
import type { PaidRun } from '../../spending/budget.ts'
import { guardLedger, recordSpend } from '../../spending/ledger.ts'
import type { Database } from '../../storage/connection.ts'
import { withTimeout } from '../../timeLimit.ts'
import { addUsage } from '../reply/addUsage.ts'
import { getConversation, replaceFirstWords } from './conversations.ts'
import { isShort, oneLine } from './firstWords.ts'
import { textOf } from './messageParts.ts'
import { getMessage } from './messages.ts'

const titleTimeoutMilliseconds = 20_000
const maxTitleTokens = 60
/** In graphemes: in any language, a longer answer is no title of 3 to 6 words. */
const maxModelTitleLength = 80
const maxAnswerLength = 2000
const maxExcerptLength = 1500

export interface Titles {
  /** Asks for a title in the background after a conversation's first complete answer. */
  suggest: (answer: Message, conversation: Conversation) => void
  /** Cancels running requests, for the end of the app. */
  stopAll: () => void
}

export interface TitleOptions {
  database: Database
  lookup: ProviderLookup
  /** Returns false for a provider without a language model, such as the guide. */
  writesTitles: (providerId: string) => boolean
  broadcast: Broadcast<typeof chat>
  log: (message: string, error: unknown) => void
  /** Called when a request is in the ledger whose price is to be looked up. */
  onSpent?: () => void
  /** Begins a request that the user's budget may hold back; by default nothing does. */
  beginPaid?: (model: ModelReference) => PaidRun
  now?: () => number
}

/** A model's answer, as far as it has come. */
interface Heard {
  text: string
  /** Null until the service has counted the request. */
  usage: Usage | null
}

export function createTitles(options: TitleOptions): Titles {
  const { database, lookup, writesTitles, broadcast, log, onSpent, now = Date.now } = options
  const closing = new AbortController()

  async function suggest(answer: Message, { id }: Conversation): Promise<void> {
    const { model } = answer
    if (!model || !writesTitles(model.providerId) || !isFirstAnswer(database, answer)) return
    // An assistant would answer in a thread of its own, with its own instructions.
    if (parseAssistantId(model.modelId) !== undefined) return
    const provider = await lookup(model.providerId)
    const paid = options.beginPaid?.(model)
    await paid?.admit()
    const request = titleRequest(model.modelId, questionOf(database, answer), textOf(answer.parts))
    const at = now()
    const heard: Heard = { text: '', usage: null }
    const record = (): void => {
      const place = { conversationId: id, messageId: null }
      const title = { origin: randomUUID(), kind: 'title', at, model, ...place } as const
      guardLedger(database, () => recordSpend(database, { ...title, usage: heard.usage }))
    }
    // At the end of the app the history closes right after the signal.
    closing.signal.addEventListener('abort', record, { once: true })
    const said = await withTimeout(titleTimeoutMilliseconds, closing.signal, (signal) =>
      readText(provider.reply(request, signal), signal, heard),
    )
      .then(
        (text) => {
          if (!closing.signal.aborted) record()
          return text
        },
        (error: unknown) => {
          if (!closing.signal.aborted && !hasCostNothing(error)) record()
          throw error
        },
      )
      .finally(() => {
        closing.signal.removeEventListener('abort', record)
        onSpent?.()
        paid?.end()
      })
    const title = cleanTitle(said)
    if (title === '' || closing.signal.aborted) return
    if (replaceFirstWords(database, id, title)) {
      broadcast('conversationChanged', getConversation(database, id))
    }
  }

  return {
    suggest(answer, conversation) {
      suggest(answer, conversation).catch((error: unknown) => {
        if (!closing.signal.aborted) log('No title could be had; the first words stay', error)
      })
    },
    stopAll: () => closing.abort(),
  }
}

/** Returns the title in a model's answer; empty if it is no title. */
export function cleanTitle(answer: string): string {
  const said = answer.replace(/<think(ing)?>[\s\S]*?(<\/think(ing)?>|$)/gi, '').trim()
  const line = said.split(/\r?\n/).find((text) => /[\p{L}\p{N}]/u.test(text)) ?? ''
  let title = oneLine(line)
  for (let before = ''; before !== title;) {
    before = title
    title = title
      .replace(/^(#{1,6}\s+|[-*+]\s+)/, '')
      .replace(/^["'“”„‘’«»「『《*_`\s]+|["'“”„‘’«»」』》*_`\s]+$/gu, '')
      .replace(/^(the\s+)?title\s*[:：]\s*/i, '')
      .replace(/[.。]+$/u, '')
  }
  return isShort(title, maxModelTitleLength) ? title : ''
}

function titleRequest(modelId: string, question: string, answer: string): ReplyRequest {
  const text = [
    'Give the conversation below a title of 3 to 6 words, in the language it is held in.',
    'Answer with the title alone: no quotation marks, no full stop, no explanation.',
    `<user>\n${question.slice(0, maxExcerptLength)}\n</user>`,
    `<assistant>\n${answer.slice(0, maxExcerptLength)}\n</assistant>`,
  ].join('\n\n')
  return {
    modelId,
    turns: [{ role: 'user', parts: [{ type: 'text', text: text.toWellFormed() }] }],
    outputTokensMaximum: maxTitleTokens,
  }
}

/** Adds to `heard` as it comes. Returns the text if it is whole; empty if it is no title. */
async function readText(
  events: ReturnType<Awaited<ReturnType<ProviderLookup>>['reply']>,
  signal: AbortSignal,
  heard: Heard,
): Promise<string> {
  for await (const event of events) {
    if (signal.aborted || heard.text.length > maxAnswerLength) return ''
    heard.text = addText(heard.text, event)
    if (event.type === 'usage') heard.usage = addUsage(heard.usage, event.usage)
    // A cut-off or filtered answer is no title.
    if (event.type === 'finish') return event.reason === 'stop' ? heard.text : ''
  }
  return ''
}

function isFirstAnswer(database: Database, answer: Message): boolean {
  const others = database.get(
    `SELECT 1 FROM message
     WHERE conversation_id = ? AND role = 'assistant' AND status = 'complete' AND id <> ?`,
    answer.conversationId,
    answer.id,
  )
  return others === undefined
}

function questionOf(database: Database, answer: Message): string {
  if (answer.parentId === null) return ''
  return textOf(getMessage(database, answer.parentId, () => false).parts)
}
