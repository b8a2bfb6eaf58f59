import { expect, test } from 'vitest'
import { withTuned } from '../../../../src/main/providers/models/withTuned.ts'
import type { Model } from '../../../../src/shared/models.ts'

const given = { providerId: 'fake', local: false }
const retirement = { date: '2027-01-14', replacement: null }
const base: Model = { ...given, modelId: 'gpt-4.1-mini', name: 'Mini', retirement }

test('a tuned model names its base, and ends with it', () => {
  const modelId = 'ft:gpt-4.1-mini:acme::x1'
  const listed: Model = { ...given, modelId, name: modelId, hasNoShutdown: true }
  expect(withTuned([base, listed], [], given)).toEqual([
    base,
    { ...given, modelId, name: modelId, tunedFrom: 'gpt-4.1-mini', retirement },
  ])
})

test('a finished model that the service does not list yet is there, once', () => {
  const tuned = [{ modelId: 'me/mini-tuned', base: 'gpt-4.1-mini' }]
  const own = {
    ...given,
    ...{ modelId: 'me/mini-tuned', name: 'me/mini-tuned', tunedFrom: 'gpt-4.1-mini', retirement },
  }
  expect(withTuned([base], tuned, given)).toEqual([own, base])
  const listed = { ...given, modelId: 'me/mini-tuned', name: 'Mine' }
  expect(withTuned([base, listed], tuned, given)).toEqual([base, { ...own, name: 'Mine' }])
})
