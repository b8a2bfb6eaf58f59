import { createHash } from 'node:crypto'
import type { Message } from '../../../shared/chat/chat.ts'
import type { ChatKnowledge } from '../../../shared/knowledge/knowledge.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import type { Attachment, Citation, Warning } from '../../../shared/chat/parts.ts'
import type { Log } from '../../feature.ts'
import type { Database } from '../../storage/connection.ts'
import { withTimeout } from '../../timeLimit.ts'
import type { ToolBox } from '../../tools/tool.ts'
import { attachedPassages, type ReadAttached } from './attachedPassages.ts'
import { beginChat, chatBases, copyChatBases, setChatBases } from './chatBases.ts'
import { choosePassages, fuseHits, maxPassages } from './choosePassages.ts'
import { citationOf, createGivenPassages, keyOf, type GivenPassage } from './givenPassages.ts'
import { failedText, groundText } from './groundText.ts'
import { knowledgeSource, knowledgeTools } from './knowledgeTools.ts'
import type { Library } from './library.ts'
import { questionQueries } from './questionQueries.ts'

const searchMilliseconds = 30_000
const maxHits = 24
/** The passages' share of the model's window. */
const windowShare = 0.2
/** For a window of unknown size, as most local servers load a model with. */
const unknownWindow = 16_000
const maxTokens = 12_000
const minTokens = 500
/** Average tokens of a passage, with its name and headings. */
const tokensPerPassage = 320

/** The question of an answer that is about to be written. */
export interface AskedQuestion {
  conversationId: string
  /** The answer's. */
  messageId: string
  model: ModelReference
  /** The user's questions of the branch, the oldest first, with the one to answer at the end. */
  questions: () => readonly string[]
  /** The files of the branch of which only passages are sent. */
  attached: readonly Attachment[]
  /** Estimates the tokens of the request without passages. */
  requestTokens: () => number
}

/** A question that is being written. */
export interface UnsentQuestion extends Pick<
  AskedQuestion,
  'model' | 'attached' | 'requestTokens'
> {
  /** Null in a new chat. */
  conversationId: string | null
}

/** Passages that an answer is based on, as text for its request. */
export interface Grounds {
  /** Text to put before the question in the request; `null` for none. */
  text: string | null
  warnings: readonly Warning[]
}

/** Something private that the model of an answer was given. */
export interface ReadPassage {
  messageId: string
  name: string
  text: string
}

/** Asks the bases of chats, in an open history. */
export interface Asking {
  chat: (conversationId: string | null) => Promise<ChatKnowledge>
  setChat: (conversationId: string | null, chosen: ChatKnowledge) => Promise<ChatKnowledge>
  /** Gives a new chat what was chosen for it before its first message. */
  beginChat: (conversationId: string) => void
  /** The tools for models that decide themselves when to search. */
  toolBox: ToolBox
  /**
   * Finds the passages for an answer, or those that it was given before it was interrupted. Returns
   * null if the answer has nothing to do with the bases. A search that fails is told, not thrown.
   */
  ground: (question: AskedQuestion, signal: AbortSignal) => Promise<Grounds | null>
  /**
   * Estimates the tokens of the passages that a question would be given. Nothing is searched: what
   * is not sent yet goes to nobody.
   */
  passageTokens: (question: UnsentQuestion) => Promise<number>
  /** Returns the citation of a passage that the answer's model was given. */
  citation: (messageId: string, number: number) => Citation | undefined
  /** Returns the number by which the answer's model knows a passage. */
  givenNumber: (messageId: string, citation: Citation) => number | undefined
  /** Returns the text of `ground` that stood before an answer's question; null for none. */
  givenText: (answer: Pick<Message, 'id' | 'warnings'>) => string | null
  /** Returns what the models of these answers were given without a tool. */
  readIn: (messageIds: readonly string[]) => ReadPassage[]
  /** Gives a new chat the bases that another asks. */
  copyChat: (fromId: string, toId: string) => void
  /** Gives an answer what the model of another was given. */
  copyPassages: (fromId: string, toId: string) => void
}

export interface AskingOptions {
  library: Library
  /** Reads attached files. */
  readAttached: ReadAttached
  /** Returns what is known of a model. */
  describe: (model: ModelReference) => Promise<Model>
  log: Log
}

export function createAsking(
  database: Database,
  { library, readAttached, describe, log }: AskingOptions,
): Asking {
  const given = createGivenPassages(database)

  async function chat(conversationId: string | null): Promise<ChatKnowledge> {
    const { baseIds, mode } = chatBases(database, conversationId)
    const names = await namesOf(baseIds)
    return { baseIds: baseIds.filter((id) => names.has(id)), mode }
  }

  async function namesOf(baseIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return baseIds.length === 0 ? new Map() : library.names(baseIds)
  }

  /** Tells whether the model decides when to search. One without tools can't. */
  async function usesTools(mode: ChatKnowledge['mode'], model: ModelReference): Promise<boolean> {
    if (mode !== 'tool') return false
    const described = await describe(model).catch(() => undefined)
    return described?.capabilities?.tools === true
  }

  async function ground(question: AskedQuestion, signal: AbortSignal): Promise<Grounds | null> {
    const { conversationId, messageId, model } = question
    const known = given.of(messageId)
    if (known.length > 0) return groundsOf(known, messageId, [])
    const { baseIds, mode } = chatBases(database, conversationId)
    const hasAttached = question.attached.length > 0
    if (baseIds.length === 0 && !hasAttached) return null
    const asksBases = baseIds.length > 0 && !(await usesTools(mode, model))
    if (!asksBases && !hasAttached) return { text: null, warnings: [] }
    try {
      const names = await namesOf(asksBases ? baseIds : [])
      if (names.size === 0 && !hasAttached) return null
      return await withTimeout(searchMilliseconds, signal, (ending) =>
        search(question, names, ending),
      )
    } catch (error) {
      if (!signal.aborted) log('The documents of a chat could not be searched', error)
      return { text: failedText(), warnings: [{ code: 'knowledgeFailed' }] }
    }
  }

  async function search(
    question: AskedQuestion,
    names: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<Grounds> {
    const queries = questionQueries(question.questions())
    const asked = names.size === 0 ? [] : queries
    const [whole, ...found] = await Promise.all([
      budgetOf(question),
      ...asked.map(async ({ query, weight }) => {
        const given = { baseIds: [...names.keys()], query, limit: maxHits }
        return { ...(await library.search(given, signal)), weight }
      }),
    ])
    const budget = names.size > 0 && question.attached.length > 0 ? whole / 2 : whole
    const attached = { files: question.attached, queries, maxTokens: budget, signal }
    const passages = [
      ...(await attachedPassages(attached, readAttached)),
      ...(await choosePassages(fuseHits(found), budget, names, library)),
    ]
    const warnings: Warning[] = []
    if (found.some(({ wordsOnly }) => wordsOnly === 'embedderFailed')) {
      warnings.push({ code: 'knowledgeWordsOnly' })
    }
    if (found.some(({ wordsOnly }) => wordsOnly === 'hostedFailed')) {
      warnings.push({ code: 'knowledgeHostedFailed' })
    }
    if (found.some(({ reranked }) => reranked === false)) {
      warnings.push({ code: 'knowledgeNotReranked' })
    }
    if (passages.length === 0) warnings.push({ code: 'knowledgeEmpty' })
    const { messageId } = question
    return groundsOf(given.add(messageId, passages, false), messageId, warnings)
  }

  /** Returns how many tokens the passages may have. */
  async function budgetOf({
    model,
    requestTokens,
  }: Pick<AskedQuestion, 'model' | 'requestTokens'>): Promise<number> {
    const described = await describe(model).catch(() => undefined)
    const window = described?.contextTokens ?? unknownWindow
    const free = (window - requestTokens()) / 2
    return Math.max(minTokens, Math.min(window * windowShare, free, maxTokens))
  }

  return {
    chat,
    async setChat(conversationId, chosen) {
      setChatBases(database, conversationId, chosen)
      return chat(conversationId)
    },
    beginChat: (conversationId) => beginChat(database, conversationId),
    toolBox: {
      async list({ conversationId, model, acceptsTools = false }) {
        const { baseIds, mode } = chatBases(database, conversationId)
        // A realtime session has no other way to the documents, whatever the mode.
        if (baseIds.length === 0 || !(acceptsTools || (await usesTools(mode, model)))) return []
        const baseNames = await library.names(baseIds)
        return baseNames.size === 0 ? [] : knowledgeTools({ library, given, baseNames })
      },
    },
    ground,
    async passageTokens(question) {
      const { baseIds, mode } = chatBases(database, question.conversationId)
      const asksBases = baseIds.length > 0 && !(await usesTools(mode, question.model))
      const names = await namesOf(asksBases ? baseIds : [])
      const passages = names.size > 0 ? await library.passages([...names.keys()]) : 0
      // Files of which passages are sent are long: they have enough of them.
      const counts = [passages, question.attached.length > 0 ? maxPassages : 0]
      const asked = counts.filter((count) => count > 0)
      if (asked.length === 0) return 0
      const share = (await budgetOf(question)) / asked.length
      const sizes = asked.map((count) => Math.min(count, maxPassages) * tokensPerPassage)
      return Math.ceil(sizes.reduce((sum, size) => sum + Math.min(share, size), 0))
    },
    citation(messageId, number) {
      const passage = given.find(messageId, number)
      return passage && citationOf(passage)
    },
    givenNumber(messageId, { place = null, title: sourceName, passage: text }) {
      const key = keyOf({ place, sourceName, text })
      return given.of(messageId).find((passage) => keyOf(passage) === key)?.number
    },
    givenText({ id, warnings }) {
      const isWarned = (wanted: Warning['code']): boolean =>
        warnings.some(({ code }) => code === wanted)
      if (isWarned('knowledgeFailed')) return failedText()
      const known = given.of(id)
      return known.length > 0 || isWarned('knowledgeEmpty') ? groundsOf(known, id, []).text : null
    },
    readIn: (messageIds) =>
      messageIds.flatMap((messageId) =>
        given
          .of(messageId)
          .filter(({ byTool }) => !byTool)
          .map(({ text }) => ({ messageId, name: knowledgeSource, text })),
      ),
    copyChat: (fromId, toId) => copyChatBases(database, fromId, toId),
    copyPassages: (fromId, toId) => given.copy(fromId, toId),
  }
}

function groundsOf(
  passages: readonly GivenPassage[],
  messageId: string,
  warnings: readonly Warning[],
): Grounds {
  const inQuestion = passages.filter(({ byTool }) => !byTool)
  // The model has the others in the results of its calls.
  if (inQuestion.length === 0 && passages.length > 0) return { text: null, warnings }
  const key = createHash('sha256').update(messageId).digest('hex').slice(0, 12)
  return { text: groundText(inQuestion, key), warnings }
}
