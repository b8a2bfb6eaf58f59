import { atom, createStore } from 'jotai'
import type { PrimitiveAtom } from 'jotai'
import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Info } from '../../shared/app.ts'
import type { Model, ModelReference, ModelTask } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import type { Preferences } from '../../shared/settings.ts'
import type { StartData } from '../../shared/startData.ts'
import type { Api } from './bridge.ts'
import { followJobs } from './jobs/jobs.ts'
import { whenIdle } from '../ui/whenIdle.ts'

export type Place =
  | 'chats'
  | 'completions'
  | 'media'
  | 'knowledge'
  | 'batches'
  | 'fineTuning'
  | 'spending'
  | 'plugins'
  | 'settings'
export interface ModelFailure {
  providerId: string
  error: WireError
}

/** The models for a task, of all providers. */
export interface ModelList {
  models: Model[]
  failures: ModelFailure[]
  /** The ids of providers whose lists were cut. */
  cut: string[]
}

/** The page's one store. Code outside React uses its `get` and `set`. */
export const store = createStore()

export const infoAtom = atom<Info | undefined>(undefined)
export const preferencesAtom = atom<Preferences | undefined>(undefined)
/** Undefined until main's first answer. */
export const providersAtom = atom<ProviderState[] | undefined>(undefined)
/** The lists of models. Each is undefined until main's first answer. */
export const modelListAtoms: Readonly<Record<ModelTask, PrimitiveAtom<ModelList | undefined>>> = {
  chat: emptyListAtom(),
  embed: emptyListAtom(),
  transcribe: emptyListAtom(),
  speak: emptyListAtom(),
  image: emptyListAtom(),
  video: emptyListAtom(),
  realtime: emptyListAtom(),
  rerank: emptyListAtom(),
}
const noModels: ModelList = { models: [], failures: [], cut: [] }
/** The models that chat. */
export const modelsAtom = atom((get) => get(modelListAtoms.chat)?.models)
export const modelFailuresAtom = atom((get) => (get(modelListAtoms.chat) ?? noModels).failures)
export const cutModelListsAtom = atom((get) => (get(modelListAtoms.chat) ?? noModels).cut)
/** The error and time of the last failed request for the providers. */
export const loadFailureAtom = atom<{ error: WireError; at: number } | undefined>(undefined)

export const placeAtom = atom<Place>('chats')
/** A text that the user takes to the tables, as the prompt of the one that is chosen next. */
export const tablePromptAtom = atom<string | undefined>(undefined)
export const paletteOpenAtom = atom(false)
/** Whether the list of chats beside the conversation is open. */
export const sidebarOpenAtom = atom(true)
/** Whether the list over the conversation is open, in a window too narrow for both. */
export const drawerOpenAtom = atom(false)

function emptyListAtom(): PrimitiveAtom<ModelList | undefined> {
  return atom<ModelList | undefined>(undefined)
}

/** Returns a text that is the same for the same model alone. */
export function modelKey({ providerId, modelId }: ModelReference): string {
  return JSON.stringify([providerId, modelId])
}

export function sameModel(first: ModelReference, second: ModelReference): boolean {
  return first.providerId === second.providerId && first.modelId === second.modelId
}

/** Loads the shared state, as far as it is not given, and keeps it up to date by events. */
export async function startStore(api: Api, given?: StartData): Promise<void> {
  const preferences = given?.preferences ?? api.settings.get({})
  // Without a history the settings don't answer either, so nothing waits for them.
  Promise.resolve(preferences).catch(() => {})
  const info = given?.info ?? (await api.app.info({}))
  store.set(infoAtom, info)
  if (info.fatal) return
  store.set(preferencesAtom, await preferences)
  api.settings.changed((changed) => store.set(preferencesAtom, changed))
  api.providers.changed(() => void refreshProviders(api))
  api.secrets.changed(() => void refreshProviders(api))
  if (given?.providers) store.set(providersAtom, given.providers)
  else void refreshProviders(api)
  followJobs(api, store)
}

/**
 * Asks for what `startStore` was not given, once the page is drawn. Changes of what it was given
 * reached nobody until then, so that is asked for again later.
 */
export async function refreshStart(api: Api, given?: StartData): Promise<void> {
  if (!given?.providers) return
  await refreshModels(api, 'chat')
  await whenIdle()
  await refreshList(api)
}

/**
 * Asks main for the providers, the models that chat, and the other lists that were shown once.
 * Never fails: see `loadFailureAtom`.
 */
export async function refreshProviders(api: Api): Promise<void> {
  const tasks = new Set<ModelTask>(['chat', ...refreshesOfTask.keys()])
  await Promise.all([refreshList(api), ...[...tasks].map((task) => refreshModels(api, task))])
}

const refreshList = shareTurns(async (api: Api) => {
  try {
    store.set(providersAtom, await api.providers.list({}))
    store.set(loadFailureAtom, undefined)
  } catch (error) {
    store.set(loadFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(providersAtom, (known) => known ?? [])
  }
})

const refreshesOfTask = new Map<ModelTask, (api: Api) => Promise<void>>()

/** Asks main for the models for a task. Never fails: see `loadFailureAtom`. */
export function refreshModels(api: Api, task: ModelTask): Promise<void> {
  const refresh = refreshesOfTask.get(task) ?? shareTurns((of: Api) => loadModels(of, task))
  refreshesOfTask.set(task, refresh)
  return refresh(api)
}

async function loadModels(api: Api, task: ModelTask): Promise<void> {
  try {
    store.set(modelListAtoms[task], await api.providers.models({ refresh: false, task }))
  } catch (error) {
    store.set(loadFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(modelListAtoms[task], (known) => known ?? noModels)
  }
}

/** Runs `work` once at a time: calls during a run share one run after it. */
function shareTurns<Input>(work: (input: Input) => Promise<void>): (input: Input) => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const run = (input: Input): Promise<void> => {
    running = work(input).finally(() => (running = undefined))
    return running
  }
  return (input) => {
    if (!running) return run(input)
    next ??= running.then(() => {
      next = undefined
      return run(input)
    })
    return next
  }
}
