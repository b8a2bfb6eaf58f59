import { pullJob } from '../../../shared/providers.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import type { ManagedModels } from './manageModels.ts'

/**
 * Downloads models to local servers, one at a time per server. A server keeps partial downloads, so
 * a job resumes by requesting the model again.
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
