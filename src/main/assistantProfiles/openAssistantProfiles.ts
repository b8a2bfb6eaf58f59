import {
  assistantProfiles as feature,
  type AnswerSetup,
  type TakenParameters,
} from '../../shared/assistantProfiles.ts'
import { everyParameter, plainSetup } from '../../shared/answerSetup.ts'
import { AppError } from '../../shared/errors.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { Locale } from '../../shared/languages.ts'
import type { ModelReference, ReasoningEffort } from '../../shared/models.ts'
import type { FeatureContext, Log, OpenFeature } from '../feature.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import { noParameters } from '../providers/request/sampling.ts'
import type { Database } from '../storage/connection.ts'
import { patient } from '../storage/waitForLock.ts'
import { assistantMissing, createAssistantTable } from './assistantTable.ts'
import { readBuiltIns } from './builtIns.ts'
import { createAssistantFiles, type ServiceOfProvider } from './files/assistantFiles.ts'
import { createChatSetups, type ChatSetups } from './chatSetups.ts'

export interface OpenAssistantProfiles extends OpenFeature<typeof feature> {
  /**
   * Returns the instructions and parameters for a chat's requests; null for the next new chat.
   * Errors: instructionsUnreadable.
   */
  setup: (conversationId: string | null) => AnswerSetup
  /** Gives a new chat what was chosen for it. Called in the transaction that creates the chat. */
  beginChat: (conversationId: string) => void
  /** Gives a branch the assistant and the own values of its chat. */
  copier: {
    copyChat: (fromId: string, toId: string) => void
    copyMessage: () => void
  }
}

interface AssistantProfilesOptions {
  lookup: ProviderLookup
  /** The file `assistantFileWorker`, which reads files of assistants in a thread. */
  fileWorker: string | URL
  services: () => readonly ServiceOfProvider[]
}

interface Dependencies extends AssistantProfilesOptions {
  locale: () => Locale
  broadcast: Broadcast<typeof feature>
  log: Log
}

/** Opens the user's assistants, and the instructions and parameters of chats. */
export function openAssistantProfiles(
  context: Pick<FeatureContext, 'createBroadcast' | 'history' | 'locale' | 'log'>,
  options: AssistantProfilesOptions,
): OpenAssistantProfiles {
  const { createBroadcast, history, locale, log } = context
  const broadcast = createBroadcast('assistantProfiles', feature)
  const current = history.add({
    open(database) {
      const { handlers, setups } = openInHistory(database, { ...options, locale, broadcast, log })
      return { setups, handlers: patient(handlers), close: () => undefined }
    },
  })
  return {
    handlers: () => current()?.handlers,
    setup: (conversationId) => setupForRequests(current()?.setups, conversationId),
    beginChat: (conversationId) => current()?.setups.beginChat(conversationId),
    copier: {
      copyChat: (...given) => current()?.setups.copyChat(...given),
      copyMessage: () => undefined,
    },
  }
}

/** Refuses values of which a part can't be read: a request must not go out without them. */
function setupForRequests(
  setups: ChatSetups | undefined,
  conversationId: string | null,
): AnswerSetup {
  if (!setups) return plainSetup
  const { setup, isReadable } = setups.read(conversationId)
  if (isReadable) return setup
  throw new AppError('instructionsUnreadable', 'The instructions of this chat can’t be read')
}

function openInHistory(
  database: Database,
  { lookup, fileWorker, services, locale, broadcast, log }: Dependencies,
): { handlers: FeatureHandlers<typeof feature>; setups: ChatSetups } {
  const assistants = createAssistantTable(database, log)
  const setups = createChatSetups(database, assistants, log)
  const files = createAssistantFiles({ assistants, entry: fileWorker, services })
  const handlers: FeatureHandlers<typeof feature> = {
    list: () => assistants.list(),
    save({ id, fields }) {
      const saved = id === null ? assistants.create(fields) : assistants.replace(id, fields)
      broadcast('changed', [saved])
      return saved
    },
    remove({ id }) {
      database.transaction(() => {
        const assistant = assistants.find(id)
        if (!assistant) throw assistantMissing(id)
        setups.keepValuesOf(assistant)
        assistants.remove(id)
      })
      broadcast('removed', { id })
      return {}
    },
    builtIn: () => readBuiltIns(locale()),
    async addBuiltIn({ id }) {
      const builtIn = (await readBuiltIns(locale())).find((one) => one.id === id)
      if (!builtIn) throw assistantMissing(id)
      const existing = assistants.findBuiltIn(id)
      if (existing) return existing
      const added = assistants.createBuiltIn(builtIn.fields, id)
      broadcast('changed', [added])
      return added
    },
    readFiles: (input) => files.read(input.files),
    addAll({ assistants: added }) {
      const saved = database.transaction(() =>
        added.map(({ fields, card }) => assistants.createImported(fields, card)),
      )
      if (saved.length > 0) broadcast('changed', saved)
      return saved
    },
    exportFile: ({ ids }) => ({ text: files.write(ids) }),
    chat: ({ conversationId }) => setups.read(conversationId),
    setAssistant({ conversationId, assistantId }) {
      setups.setAssistant(conversationId, assistantId)
      return setups.read(conversationId)
    },
    setChat({ conversationId, setup }) {
      setups.setValues(conversationId, setup)
      return setups.read(conversationId)
    },
    parameters: ({ model, effort }) => listParameters(lookup, model, effort),
  }
  return { handlers, setups }
}

/** Returns all parameters if the provider can't tell: sending shows what is wrong with it. */
async function listParameters(
  lookup: ProviderLookup,
  { providerId, modelId }: ModelReference,
  effort: ReasoningEffort,
): Promise<TakenParameters> {
  try {
    const provider = await lookup(providerId)
    return (await provider.takenParameters?.({ modelId, effort })) ?? noParameters
  } catch {
    return everyParameter
  }
}
