import type { ProviderState } from '../../../shared/providers.ts'
import { api } from '../../core/bridge.ts'
import { modelsAtom, placeAtom, store } from '../../core/store.ts'
import type { FieldName } from '../fieldNames.ts'
import { startPull } from '../localModels/pulls.ts'
import type { Task } from '../../core/useTask.ts'
import type { Fix } from './FixButton.tsx'

interface FixOptions {
  provider: ProviderState
  keyUrl: string | null
  /** Runs requests to main. */
  task: Task
  focus: (field: FieldName) => void
  /** Checks the provider again. */
  again: () => void
}

/** Solves a problem found by the doctor, or leads to the place where the user can. */
export function useFix(options: FixOptions): (fix: Fix) => void {
  const { provider, keyUrl, task, focus, again } = options
  const { id } = provider
  const then = async (work: () => Promise<unknown>): Promise<void> => {
    const done = await task.run(async () => {
      await work()
      return true
    })
    if (done) again()
  }
  return ({ kind, value }) => {
    switch (kind) {
      case 'startServer':
        return void then(() => api.providers.discover({}))
      case 'useAddress':
        if (value === undefined) return focus('address')
        return void then(() => api.providers.update({ id, baseUrl: value }))
      case 'enable':
        return void then(() => api.providers.update({ id, enabled: true }))
      case 'addKey':
      case 'replaceKey':
        return focus('key')
      case 'fetchModel':
        focus('modelName')
        if (value !== undefined) startPull(id, value)
        return
      case 'chooseModel':
        return chooseModel(id, focus)
      case 'openKeyPage': {
        const url = value ?? keyUrl
        if (url !== null) void task.run(() => api.app.openExternal({ url }))
        return
      }
      case 'wait':
        return again()
    }
  }
}

/**
 * Opens the model picker if the provider lists models; otherwise the field where the user names
 * one.
 */
function chooseModel(providerId: string, focus: (field: FieldName) => void): void {
  const isListed = store.get(modelsAtom)?.some((model) => model.providerId === providerId)
  if (isListed) store.set(placeAtom, 'chats')
  else focus('extraModels')
}
