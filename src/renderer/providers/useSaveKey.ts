import { api } from '../app/bridge.ts'
import { useTask } from './useTask.ts'
import type { Task } from './useTask.ts'

export interface SaveKey {
  task: Task
  /** True where there is no keychain: the user has to decide whether a session will do. */
  keychainMissing: boolean
  /** Resolves to whether the key is kept now. */
  save: (providerId: string, key: string, sessionOnly: boolean) => Promise<boolean>
}

export function useSaveKey(): SaveKey {
  const task = useTask()
  return {
    task,
    keychainMissing: task.failure?.error.code === 'keychainUnavailable',
    save: async (providerId, key, sessionOnly) => {
      const kept = await task.run(() => api.secrets.set({ providerId, key, sessionOnly }))
      return kept !== undefined
    },
  }
}
