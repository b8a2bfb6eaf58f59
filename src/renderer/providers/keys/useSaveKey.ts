import { api } from '../../core/bridge.ts'
import { useTask } from '../../core/useTask.ts'
import type { Task } from '../../core/useTask.ts'

export interface SaveKey {
  task: Task
  /** True without a keychain: the user must decide whether to keep the key in memory. */
  keychainMissing: boolean
  /** Resolves to whether the key is saved. */
  save: (key: string, sessionOnly: boolean) => Promise<boolean>
  remove: () => Promise<boolean>
}

/** Sets and removes one key of a provider. */
export function useSaveKey(providerId: string, keyId: string): SaveKey {
  const task = useTask()
  return {
    task,
    keychainMissing: task.failure?.error.code === 'keychainUnavailable',
    save: async (key, sessionOnly) => {
      const kept = await task.run(() => api.secrets.set({ providerId, keyId, key, sessionOnly }))
      return kept !== undefined
    },
    remove: async () => {
      const removed = await task.run(() => api.secrets.remove({ providerId, keyId }))
      return removed !== undefined
    },
  }
}
