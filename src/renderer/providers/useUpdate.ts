import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../core/bridge.ts'
import { providersAtom, store } from '../core/store.ts'
import { enqueueUpdate } from './updateQueue.ts'
import { useTask } from '../core/useTask.ts'
import type { Task } from '../core/useTask.ts'

export type ProviderPatch = Omit<Parameters<typeof api.providers.update>[0], 'id'>
/** A change, computed from the provider's state at the time it runs. */
export type Change = (provider: ProviderState) => ProviderPatch

export interface Update {
  task: Task
  /** Resolves to whether it was saved. */
  update: (change: ProviderPatch | Change) => Promise<boolean>
}

/** Changes settings of one provider. */
export function useUpdate(providerId: string): Update {
  const task = useTask()
  const save = async (change: ProviderPatch | Change): Promise<true> => {
    const known = store.get(providersAtom)?.find(({ id }) => id === providerId)
    const patch = typeof change !== 'function' ? change : known ? change(known) : {}
    const updated = await api.providers.update({ id: providerId, ...patch })
    // Main's event follows; until then the fields would show the old values.
    store.set(providersAtom, (all) => all?.map((one) => (one.id === providerId ? updated : one)))
    return true
  }
  const update = (change: ProviderPatch | Change): Promise<boolean> =>
    enqueueUpdate(providerId, async () => (await task.run(() => save(change))) === true)
  return { task, update }
}
