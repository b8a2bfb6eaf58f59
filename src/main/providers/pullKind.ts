import { pullJob } from '../../shared/providers.ts'
import type { JobKind } from '../jobs/jobKind.ts'
import type { ManagedModels } from './modelManagement.ts'

/**
 * Fetches models to local servers, one at a time to each. A server keeps what has come of a model,
 * so a job goes on by asking for it again.
 */
export function pullKind({ pullModel }: Pick<ManagedModels, 'pullModel'>): JobKind<typeof pullJob> {
  return {
    definition: pullJob,
    keyOf: ({ providerId, modelId }) => JSON.stringify([providerId, modelId]),
    subjectOf: ({ modelId }) => modelId,
    laneOf: ({ providerId }) => providerId,
    retry: {
      hasAdvanced: (before, now) => (now?.doneBytes ?? 0) > (before?.doneBytes ?? 0),
    },
    async run({ input, signal, report }) {
      for await (const progress of pullModel(input, signal)) report(progress)
      return {}
    },
  }
}
