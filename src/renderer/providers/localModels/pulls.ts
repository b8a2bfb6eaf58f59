import { atom } from 'jotai'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { PullProgress } from '../../../shared/providers.ts'
import type { Api } from '../../core/bridge.ts'
import { hasJobsAtom, store } from '../../core/store.ts'
import { transferRate, withSample } from './transferRate.ts'
import type { TransferSample } from './transferRate.ts'

export interface Pull {
  modelId: string
  state: 'running' | 'done' | 'failed'
  progress: PullProgress | undefined
  samples: readonly TransferSample[]
  /** Bytes a second, once it can be told. */
  rate: number | undefined
  failure: { error: WireError; at: number } | undefined
}

/** The models that are on their way, one a server. They go on while other places are shown. */
export const pullsAtom = atom<Readonly<Record<string, Pull>>>({})

const controllers = new Map<string, AbortController>()

/** Fetches a model to a local server, unless one is on its way there; resolves when it is over. */
export async function startPull(api: Api, { providerId, modelId }: ModelReference): Promise<void> {
  if (store.get(pullsAtom)[providerId]?.state === 'running') return
  const controller = new AbortController()
  controllers.set(providerId, controller)
  setPull(providerId, {
    modelId,
    state: 'running',
    progress: undefined,
    samples: [],
    rate: undefined,
    failure: undefined,
  })
  try {
    for await (const progress of api.providers.pullModel(
      { providerId, modelId },
      controller.signal,
    )) {
      changePull(providerId, (pull) => progressed(pull, progress, Date.now()))
    }
    changePull(providerId, (pull) => ({ ...pull, state: 'done' }))
  } catch (error) {
    if (controller.signal.aborted) return
    const failure = { error: toWire(error), at: Date.now() }
    changePull(providerId, (pull) => ({ ...pull, state: 'failed', failure }))
  }
}

/** Gives up what is on its way to a server, and forgets it. */
export function cancelPull(providerId: string): void {
  controllers.get(providerId)?.abort()
  setPull(providerId, undefined)
}

/** Forgets what has ended: it was told. */
export function forgetEndedPull(providerId: string): void {
  if (store.get(pullsAtom)[providerId]?.state !== 'running') setPull(providerId, undefined)
}

function progressed(pull: Pull, progress: PullProgress, at: number): Pull {
  const { doneBytes } = progress
  if (doneBytes === undefined) return { ...pull, progress }
  const samples = withSample(pull.samples, { at, bytes: doneBytes })
  return { ...pull, progress, samples, rate: transferRate(samples) }
}

function changePull(providerId: string, change: (pull: Pull) => Pull): void {
  const pull = store.get(pullsAtom)[providerId]
  if (pull) setPull(providerId, change(pull))
}

function setPull(providerId: string, pull: Pull | undefined): void {
  const { [providerId]: _old, ...others } = store.get(pullsAtom)
  const pulls = pull ? { ...others, [providerId]: pull } : others
  store.set(pullsAtom, pulls)
  store.set(hasJobsAtom, Object.keys(pulls).length > 0)
}
