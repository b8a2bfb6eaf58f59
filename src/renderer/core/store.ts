import { atom, createStore } from 'jotai'
import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Info } from '../../shared/app.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import type { Preferences } from '../../shared/settings.ts'
import type { Api } from './bridge.ts'
import { followJobs } from './jobs.ts'

export type Place = 'chats' | 'settings'
export interface ModelFailure {
  providerId: string
  error: WireError
}

/** The page's one store. Code outside React uses its `get` and `set`. */
export const store = createStore()

export const infoAtom = atom<Info | undefined>(undefined)
export const preferencesAtom = atom<Preferences | undefined>(undefined)
/** Undefined until main's first answer. */
export const providersAtom = atom<ProviderState[] | undefined>(undefined)
export const modelsAtom = atom<Model[] | undefined>(undefined)
export const modelFailuresAtom = atom<ModelFailure[]>([])
/** The ids of providers whose lists of models were cut. */
export const cutModelListsAtom = atom<string[]>([])
/** The error and time of the last failed request for the providers. */
export const loadFailureAtom = atom<{ error: WireError; at: number } | undefined>(undefined)

export const placeAtom = atom<Place>('chats')
export const paletteOpenAtom = atom(false)
/** Whether the list of chats beside the conversation is open. */
export const sidebarOpenAtom = atom(true)
/** Whether the list over the conversation is open, in a window too narrow for both. */
export const drawerOpenAtom = atom(false)

export function sameModel(first: ModelReference, second: ModelReference): boolean {
  return first.providerId === second.providerId && first.modelId === second.modelId
}

/** Loads the shared state from main and keeps it up to date by events. */
export async function startStore(api: Api): Promise<void> {
  const preferences = api.settings.get({})
  // Without a history the settings don't answer either, so nothing waits for them.
  preferences.catch(() => {})
  const info = await api.app.info({})
  store.set(infoAtom, info)
  if (info.fatal) return
  store.set(preferencesAtom, await preferences)
  api.settings.changed((changed) => store.set(preferencesAtom, changed))
  api.providers.changed(() => void refreshProviders(api))
  api.secrets.changed(() => void refreshProviders(api))
  void refreshProviders(api)
  followJobs(api, store)
}

/** Asks main for the providers and their models. Never fails: see `loadFailureAtom`. */
export async function refreshProviders(api: Api): Promise<void> {
  await Promise.all([refreshList(api), refreshModels(api)])
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

const refreshModels = shareTurns(async (api: Api) => {
  try {
    const answer = await api.providers.models({ refresh: false })
    store.set(modelsAtom, answer.models)
    store.set(modelFailuresAtom, answer.failures)
    store.set(cutModelListsAtom, answer.cut)
  } catch (error) {
    store.set(loadFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(modelsAtom, (known) => known ?? [])
  }
})

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
