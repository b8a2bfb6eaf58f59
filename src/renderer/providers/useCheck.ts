import { useState } from 'react'
import { api } from '../app/bridge.ts'
import { useTask } from './useTask.ts'
import type { Task } from './useTask.ts'

export interface Check {
  task: Task
  result: { models: number; milliseconds: number } | undefined
  start: () => void
}

/** Asks a provider for its models. */
export function useCheck(providerId: string): Check {
  const task = useTask()
  const [result, setResult] = useState<Check['result']>()
  const check = async (): Promise<void> => {
    setResult(undefined)
    setResult(await task.run(() => api.providers.check({ id: providerId })))
  }
  return { task, result, start: () => void check() }
}
