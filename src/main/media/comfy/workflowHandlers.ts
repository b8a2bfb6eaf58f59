import type { Broadcast, FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { media } from '../../../shared/media/media.ts'
import { toPageWorkflow, type Workflows } from './workflows.ts'

export interface WorkflowHandlersOptions {
  broadcast: Broadcast<typeof media>
  /** Returns the address of the server that a new workflow is for. */
  findComfy: () => Promise<string>
}

type Handlers = Pick<
  FeatureHandlers<typeof media>,
  'importWorkflow' | 'workflow' | 'changeWorkflow' | 'removeWorkflow'
>

/** Returns what the page can do with workflows. Each is a model. */
export function workflowHandlers(
  workflows: Workflows,
  { broadcast, findComfy }: WorkflowHandlersOptions,
): Handlers {
  const announce = (): void => broadcast('modelsChanged', {})
  return {
    async importWorkflow(file) {
      // The newest workflow's server: someone who has two servers imports the next one for the
      // same.
      const address = workflows.list().at(-1)?.address ?? (await findComfy())
      const added = workflows.add({ ...file, address })
      if ('problem' in added) return { workflow: null, problem: added.problem }
      announce()
      return { workflow: toPageWorkflow(added), problem: null }
    },
    workflow: ({ id }) => toPageWorkflow(workflows.read(id)),
    changeWorkflow(settings) {
      const changed = workflows.change(settings)
      announce()
      return toPageWorkflow(changed)
    },
    removeWorkflow({ id }) {
      workflows.remove(id)
      announce()
      return {}
    },
  }
}
