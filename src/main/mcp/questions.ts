import { randomUUID } from 'node:crypto'
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors.ts'
import {
  answerContentSchema,
  type McpAnswer,
  type McpQuestion,
  type SavedFile,
} from '../../shared/plugins/mcp.ts'

export interface Questions {
  /** Asks the user what a server wants to know. Resolves with `cancel` when the signal fires. */
  ask: (
    plugin: { id: string },
    params: ElicitRequest['params'],
    signal: AbortSignal,
  ) => Promise<ElicitResult>
  /** Asks the user to sign in at an address. Resolves to whether it was opened. */
  askSignIn: (plugin: { id: string }, address: string, signal: AbortSignal) => Promise<boolean>
  /** Asks the user whether a view may make a call. */
  askCall: (
    plugin: { id: string },
    call: { tool: string; arguments: string },
    signal: AbortSignal,
  ) => Promise<boolean>
  /** Asks the user whether a view's text may go into the user's message. */
  askDraft: (plugin: { id: string }, text: string, signal: AbortSignal) => Promise<boolean>
  /** Asks the user whether a view may save files. */
  askSave: (
    plugin: { id: string },
    files: readonly SavedFile[],
    signal: AbortSignal,
  ) => Promise<boolean>
  /** Asks the user to open an address for a view. Resolves to whether it was opened. */
  askLink: (plugin: { id: string }, address: string, signal: AbortSignal) => Promise<boolean>
  /** Shows the user something that a server wants. Resolves to whether the user agrees. */
  confirm: (question: McpQuestion, signal: AbortSignal) => Promise<boolean>
  /** Returns the questions that wait. */
  list: () => McpQuestion[]
  /** Answers one. Errors: conflict if it does not wait any more, addressInvalid. */
  answer: (answer: McpAnswer) => Promise<void>
}

export interface QuestionsOptions {
  /** Opens an address in the system's browser. */
  openLink: (address: string) => Promise<void>
  onAsked: (question: McpQuestion) => void
  onSettled: (question: { questionId: string }) => void
}

/** The most that a plugin's questions wait: none asks faster than a user answers, or for others. */
const maxWaitingQuestions = 10

export function createQuestions(options: QuestionsOptions): Questions {
  const waiting = new Map<
    string,
    { question: McpQuestion; settle: (result: ElicitResult) => void }
  >()

  const hasEnough = (pluginId: string): boolean => {
    const own = [...waiting.values()].filter(({ question }) => question.pluginId === pluginId)
    return own.length >= maxWaitingQuestions
  }

  function pose(question: McpQuestion | null, signal: AbortSignal): Promise<ElicitResult> {
    if (question === null || signal.aborted || hasEnough(question.pluginId)) {
      return Promise.resolve({ action: 'cancel' })
    }
    const { questionId } = question
    return new Promise((resolve) => {
      const cancel = (): void => settle({ action: 'cancel' })
      const settle = (result: ElicitResult): void => {
        waiting.delete(questionId)
        signal.removeEventListener('abort', cancel)
        options.onSettled({ questionId })
        resolve(result)
      }
      waiting.set(questionId, { question, settle })
      signal.addEventListener('abort', cancel, { once: true })
      options.onAsked(question)
    })
  }

  return {
    ask: ({ id }, params, signal) => pose(readQuestion(id, params), signal),
    async askSignIn({ id }, address, signal) {
      const place = addressOf(address)
      const base = { questionId: randomUUID(), pluginId: id, message: '' }
      const { action } = await pose(place && { ...base, kind: 'signIn', ...place }, signal)
      return action === 'accept'
    },
    async askCall({ id }, { tool, arguments: given }, signal) {
      const base = { questionId: randomUUID(), pluginId: id, message: tool.slice(0, maxTextLength) }
      const { action } = await pose({ ...base, kind: 'call', arguments: given }, signal)
      return action === 'accept'
    },
    async askDraft({ id }, text, signal) {
      const base = { questionId: randomUUID(), pluginId: id, message: '' }
      const { action } = await pose({ ...base, kind: 'draft', text }, signal)
      return action === 'accept'
    },
    async askSave({ id }, files, signal) {
      const base = { questionId: randomUUID(), pluginId: id, message: '' }
      const { action } = await pose({ ...base, kind: 'save', files: [...files] }, signal)
      return action === 'accept'
    },
    async askLink({ id }, address, signal) {
      const place = addressOf(address)
      const base = { questionId: randomUUID(), pluginId: id, message: '' }
      const { action } = await pose(place && { ...base, kind: 'address', ...place }, signal)
      return action === 'accept'
    },
    confirm: async (question, signal) => (await pose(question, signal)).action === 'accept',
    list: () => [...waiting.values()].map(({ question }) => question),
    async answer({ questionId, action, content }) {
      const found = waiting.get(questionId)
      if (!found) throw new AppError('conflict', 'This question does not wait any more')
      const { question, settle } = found
      if (action !== 'accept') return settle({ action })
      if (question.kind === 'address' || question.kind === 'signIn') {
        await options.openLink(question.url)
        return settle({ action })
      }
      if (question.kind !== 'form') return settle({ action })
      settle({ action, content: onlyAsked(content ?? {}, question.schema) })
    },
  }
}

const maxTextLength = 5000

/** Returns the question as the user reads it; null for one that can't be asked. */
function readQuestion(pluginId: string, params: ElicitRequest['params']): McpQuestion | null {
  const base = {
    questionId: randomUUID(),
    pluginId,
    message: params.message.slice(0, maxTextLength),
  }
  if (params.mode === 'url') {
    const place = addressOf(params.url)
    return place && { ...base, kind: 'address', ...place }
  }
  return { ...base, kind: 'form', schema: params.requestedSchema }
}

/** Returns an address that may be opened in the browser, where the user may enter secrets. */
function addressOf(address: string): { url: string; host: string } | null {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && !isLoopback(url))) return null
  return { url: url.href, host: url.host }
}

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}

/** Returns the answers to what was asked, and nothing else. */
function onlyAsked(
  content: Record<string, unknown>,
  schema: Readonly<Record<string, unknown>>,
): NonNullable<ElicitResult['content']> {
  const { properties } = schema
  const asked = typeof properties === 'object' && properties !== null ? properties : {}
  return answerContentSchema.parse(
    Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(asked, name))),
  )
}
