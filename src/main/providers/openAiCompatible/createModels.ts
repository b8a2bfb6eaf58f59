import type { Model, ModelTask } from '../../../shared/models.ts'
import { AppError } from '../../../shared/errors.ts'
import { parseAssistantId } from '../assistants/assistantId.ts'
import type { Assistants } from '../assistants/createAssistants.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import type { Provider } from '../provider.ts'
import { withAdded } from '../request/withAdded.ts'
import { parseModel, parseModels, withTasks } from './listModels.ts'
import { modelPaths } from './modelPaths.ts'

/** The names of a service's models, and where they are listed; see `OpenAiCompatibleOptions`. */
interface Listing {
  id: string
  excludeModels?: RegExp | undefined
  extraModels?: readonly string[] | undefined
  fixedModels?: readonly string[] | undefined
  listsAssistants?: boolean
  modelIdField?: 'id' | 'name' | undefined
  modelsPath?: string | undefined
}

export interface ModelsOptions {
  options: Listing
  /** True if the models are the user's deployments, whatever their names. */
  isDeployed: boolean
  local: boolean
  /** Gets a path of the service. Errors: those of requests. */
  get: (path: string, signal: AbortSignal, modelId: string | undefined) => Promise<unknown>
  assistants: Assistants
  toFailure: (error: unknown) => Promise<AppError>
}

/** Creates the list of a service's models, and the look-up of one by its id. */
export function createModels({
  options,
  isDeployed,
  local,
  get,
  assistants,
  toFailure,
}: ModelsOptions): Pick<Provider, 'models'> & Required<Pick<Provider, 'findModel'>> {
  const { id } = options
  const listOptions = {
    providerId: id,
    local,
    idField: options.modelIdField,
    exclude: options.excludeModels,
  }

  async function models(
    signal: AbortSignal,
    tasks: readonly ModelTask[] = ['chat'],
  ): Promise<Model[]> {
    const bare = (modelIds: readonly string[] = []): Model[] =>
      modelIds
        .map((modelId) => ({ providerId: id, modelId, name: modelId, local }))
        // Any id may be a chat model; a deployment's may be a realtime one as well.
        .map((model) => withTasks(isDeployed ? asDeployed(model) : model, ['chat']))
        .filter((model) => (model.tasks ?? ['chat']).some((task) => tasks.includes(task)))
    const extra = bare(options.extraModels)
    if (options.fixedModels) return [...extra, ...bare(options.fixedModels)]
    try {
      const isAsked = options.listsAssistants === true && tasks.includes('chat')
      const [listed, more] = await Promise.all([
        listModels(signal, tasks),
        isAsked ? assistants.models(signal) : [],
      ])
      return withAdded([...listed, ...more], extra)
    } catch (error) {
      throwIfAborted(signal)
      const failure = await toFailure(error)
      const hasNoList = failure.details.status === 404 || failure.details.status === 405
      if (hasNoList && extra.length > 0) return extra
      throw failure
    }
  }

  async function listModels(signal: AbortSignal, tasks: readonly ModelTask[]): Promise<Model[]> {
    const list = await get(options.modelsPath ?? 'models', signal, undefined)
    return parseModels(list, { ...listOptions, tasks })
  }

  async function findModel(modelId: string, signal: AbortSignal): Promise<Model> {
    const assistantId = parseAssistantId(modelId)
    if (assistantId !== undefined) return assistants.find(modelId, assistantId, signal)
    // The path of the base models knows nothing of deployments.
    const hasPath = options.modelsPath === undefined && options.fixedModels === undefined
    let failure = new AppError('notSupported', 'The service tells of no single model')
    for (const path of isDeployed || !hasPath ? [] : modelPaths(modelId)) {
      try {
        return parseModel(await get(path, signal, modelId), modelId, listOptions)
      } catch (error) {
        if (!(error instanceof AppError) || error.details.status !== 404) throw error
        failure = error
      }
    }
    throw failure
  }

  return { models, findModel }
}

/** Returns a deployment with the tasks that its name leaves open. */
function asDeployed(model: Model): Model {
  return { ...model, tasks: ['chat', 'realtime'] }
}
