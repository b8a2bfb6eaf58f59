import { expect, test } from 'vitest'
import { sdFields } from '../../../src/main/media/sdApi/sdForm.ts'
import { jobErrors } from '../../../src/renderer/media/form/jobErrors.ts'
import { mediaJobSchema, type MediaJob } from '../../../src/shared/media/media.ts'

const model = { providerId: 'automatic1111', modelId: 'sdxl' }
const fields = sdFields([])
const refusal = { name: 'steps', reason: 'service' as const, message: 'Less than or equal to 50' }

function failedJob(change: Partial<MediaJob> = {}): MediaJob {
  return mediaJobSchema.parse({
    ...{ ...model, id: crypto.randomUUID(), providerName: 'A', modelName: 'B', kind: 'image' },
    ...{ state: 'failed', cancelling: false, resumable: false, prompt: 'x', seed: null },
    ...{ values: { prompt: 'x', steps: 90 }, parentIds: [], conversationId: null, price: null },
    ...{ estimate: null, position: null, progress: null, error: null, until: null },
    ...{ fieldErrors: [refusal], requestId: null, createdAt: 1, submittedAt: 1, endedAt: 2 },
    ...change,
  })
}

const shown = (jobs: MediaJob[], values: MediaJob['values'] = { steps: 90, seed: 3 }) =>
  jobErrors(jobs, { model, fields, values })

test('what a service has refused stands at its field while that has the same value', () => {
  expect(shown([failedJob()])).toEqual([refusal])
  expect(shown([failedJob()], { steps: 50 })).toEqual([])
  const later = { ...refusal, message: 'Less than or equal to 40' }
  expect(shown([failedJob(), failedJob({ fieldErrors: [later] })])).toEqual([later])
})

test('other models, other states and errors without a field are shown at their job alone', () => {
  expect(shown([failedJob({ modelId: 'other' })])).toEqual([])
  expect(shown([failedJob({ state: 'waiting' })])).toEqual([])
  expect(shown([failedJob({ fieldErrors: [{ ...refusal, name: '' }] })])).toEqual([])
  expect(shown([failedJob({ fieldErrors: [{ ...refusal, name: 'none' }] })])).toEqual([])
  expect(shown([failedJob({ fieldErrors: [{ ...refusal, reason: 'range' }] })])).toEqual([])
})
