import { useState } from 'react'
import type { CompletionInput } from '../../../shared/plugins/pluginContent.ts'
import { api } from '../../core/bridge.ts'
import { useTask, type Task } from '../../core/useTask.ts'

interface Completions {
  /** The values that the server proposed last, each once; undefined before it was asked. */
  values: readonly string[] | undefined
  /** Sends what is entered, and resolves to whether there are values. */
  ask: () => Promise<boolean>
  task: Task
}

/**
 * Asks a server for the values of an argument when the user wants them. It gets what is entered, so
 * it is never asked while the user types.
 */
export function useCompletions({ pluginId, of, name, value, given }: CompletionInput): Completions {
  const [values, setValues] = useState<readonly string[]>()
  const task = useTask()
  const others = Object.fromEntries(Object.entries(given).filter(([other]) => other !== name))
  const ask = async (): Promise<boolean> => {
    const found = await task.run(() =>
      api.pluginContent.complete({ pluginId, of, name, value, given: others }),
    )
    if (!found) return false
    // A server may propose a value twice.
    setValues([...new Set(found)])
    return found.length > 0
  }
  return { values, ask, task }
}
