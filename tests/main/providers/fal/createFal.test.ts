import { expect, onTestFinished, test } from 'vitest'
import { untouchedFields } from '../../../../src/main/providers/configs/configs.ts'
import type { ProviderConfig } from '../../../../src/shared/providers.ts'
import { startFakeFal, type FalScript } from '../../../fakes/fakeFal.ts'
import { diagnose, endOf, outcomesOf } from '../doctor/findings.ts'
import { openProviders } from '../openProviders.ts'

const key = 'fal-key'

async function openFal(script: FalScript = {}) {
  const fal = await startFakeFal(script)
  onTestFinished(fal.close)
  const opened = openProviders()
  await opened.providers.add({ presetId: 'fal' })
  await opened.providers.update('fal', { baseUrl: fal.origin })
  await opened.setKey('fal', key)
  return { fal, ...opened }
}

const models = [
  ...['text-to-image', 'image-to-image', 'training', 'text-to-video', 'image-to-video'],
  ...['text-to-speech', 'text-to-audio', 'speech-to-text', 'image-to-image', 'llm'],
].map((category, index) => ({ id: `fal-ai/model-${String(index)}`, category }))

test('the check asks for nothing that is paid, and counts the models of all pages', async () => {
  const { fal, providers } = await openFal({ models, pageSize: 3 })
  const findings = await diagnose(providers, 'fal')
  // Its models do not chat: nothing asks one for an answer.
  expect(outcomesOf(findings)).toEqual({ address: 'passed', key: 'passed', models: 'passed' })
  expect(endOf(findings, 'models')).toMatchObject({
    found: '7',
    media: { image: 3, video: 2, audio: 2 },
  })
  expect(endOf(findings, 'key').request).toContain('GET /platform/models/pricing')
  expect(endOf(findings, 'models').request).toContain('GET /platform/models?limit=100')
  expect(JSON.stringify(findings)).not.toContain(key)
  expect(await providers.check('fal')).toMatchObject({ models: 7 })
  expect(fal.requests.every(({ method }) => method === 'GET')).toBe(true)
  expect(fal.billed).toBe(0)
})

test('a wrong key is found out, although anyone may read the list', async () => {
  const { providers, setKey } = await openFal()
  await setKey('fal', 'another-key')
  const findings = await diagnose(providers, 'fal')
  expect(outcomesOf(findings)).toEqual({ address: 'passed', key: 'failed', models: 'skipped' })
  expect(endOf(findings, 'key')).toMatchObject({
    error: { code: 'keyRefused' },
    fix: { kind: 'replaceKey' },
  })
  expect((await providers.list()).find(({ id }) => id === 'fal')?.keys).toMatchObject([
    { condition: 'refused' },
  ])
})

test.each([
  ['noBalance', 'quotaExhausted', 'openKeyPage'],
  ['busy', 'rateLimited', 'wait'],
] as const)('of %s the check says %s', async (price, code, kind) => {
  const { providers } = await openFal({ price })
  expect(endOf(await diagnose(providers, 'fal'), 'key')).toMatchObject({
    error: { code },
    fix: { kind },
  })
})

test('a key without the right to see prices is none that is wrong', async () => {
  const { providers } = await openFal({ price: 'noRight' })
  expect(outcomesOf(await diagnose(providers, 'fal'))).toMatchObject({ models: 'passed' })
})

test('without a key the check says so, and without models too', async () => {
  const { providers } = await openFal({ models: [] })
  const empty = endOf(await diagnose(providers, 'fal'), 'models')
  expect(empty).toMatchObject({ outcome: 'failed', error: { code: 'modelMissing' } })
  expect(empty.fix).toBeUndefined()
  await providers.removeKey('fal', 'first')
  expect(endOf(await diagnose(providers, 'fal'), 'key')).toMatchObject({
    error: { code: 'keyMissing' },
    fix: { kind: 'addKey' },
  })
})

test('fal is never asked for models that chat', async () => {
  const { fal, providers } = await openFal()
  const { models: listed, failures } = await providers.models(true)
  expect(listed.filter(({ providerId }) => providerId === 'fal')).toEqual([])
  expect(failures).toEqual([])
  expect(fal.requests).toEqual([])
})

test('a provider of before fal had an adapter keeps its id, name and address', async () => {
  const { providers, settings, setKey } = await openFal()
  const before: ProviderConfig = {
    ...untouchedFields,
    ...{ id: 'fal-2', presetId: 'fal', name: 'My pictures' },
    kind: 'openai-compatible',
    baseUrl: 'https://queue.fal.run',
  }
  settings.update({ providers: [before] })
  await setKey('fal-2', key)
  const kept = (await providers.list()).find(({ id }) => id === 'fal-2')
  expect(kept).toMatchObject({ ...before, kind: 'fal', keySource: 'session' })
})
