import type { InstalledPlugin } from '../../shared/plugins/plugins.ts'
import type { Task } from '../core/useTask.ts'
import { useTask } from '../core/useTask.ts'
import { putPlugin } from './installedPlugins.ts'

export interface PluginChange {
  task: Task
  /** Asks main for a change and shows the new state. Resolves to whether it was made. */
  change: (work: () => Promise<InstalledPlugin>) => Promise<boolean>
}

/** Changes one installed plugin. */
export function usePluginChange(): PluginChange {
  const task = useTask()
  const change: PluginChange['change'] = async (work) => {
    const changed = await task.run(work)
    if (changed) putPlugin(changed)
    return changed !== undefined
  }
  return { task, change }
}
