import { afterEach, expect, test } from 'vitest'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { fakeAwsKey, startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { openProviders } from '../openProviders.ts'
import { diagnose, endOf, outcomesOf } from './findings.ts'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const allPassed = { address: 'passed', key: 'passed', models: 'passed', reply: 'passed' }

test('Anthropic', async () => {
  const key = 'sk-ant-fake-0123456789'
  const fake = await startFakeAnthropic({ key })
  closers.push(() => fake.close())
  const { providers, setKey } = openProviders()
  await providers.add({ presetId: null, kind: 'anthropic', baseUrl: fake.origin })
  await setKey('custom', key)
  const findings = await diagnose(providers)
  expect(outcomesOf(findings)).toEqual(allPassed)
  expect(endOf(findings, 'key').request).toContain('x-api-key: •••')
  expect(endOf(findings, 'reply').request).toContain('POST /v1/messages')
  expect(JSON.stringify(findings)).not.toContain(key)
  expect(fake.violations).toEqual([])
  await setKey('custom', 'sk-ant-wrong-0123456789')
  expect(endOf(await diagnose(providers), 'key')).toMatchObject({
    error: { code: 'keyRefused' },
    fix: { kind: 'replaceKey' },
  })
})

test('Bedrock', async () => {
  const fake = await startFakeBedrock({ region: 'us-east-1' })
  closers.push(() => fake.close())
  const { providers, setKey } = openProviders()
  await providers.add({ presetId: 'bedrock' })
  await providers.update('bedrock', { baseUrl: fake.origin })
  const missing = endOf(await diagnose(providers, 'bedrock'), 'key')
  expect(missing).toMatchObject({ error: { code: 'keyMissing' }, fix: { kind: 'addKey' } })
  const { accessKeyId, secretAccessKey } = fakeAwsKey
  await setKey('bedrock', `${accessKeyId}:${secretAccessKey}`)
  fake.list({ status: 403, type: 'AccessDeniedException', message: 'Not allowed to list' })
  const findings = await diagnose(providers, 'bedrock')
  expect(outcomesOf(findings)).toEqual(allPassed)
  // Without the permission to list, the user gets the models that the tables know for the region.
  expect(Number(endOf(findings, 'models').found)).toBeGreaterThan(20)
  const reply = endOf(findings, 'reply')
  expect(reply.found).toBe('Hello.')
  expect(reply.request).toContain('authorization: AWS4-HMAC-SHA256 •••')
  expect(reply.request).toMatch(/POST \/model\/.*\/converse-stream/)
  expect(reply.answer).toContain('Hello.')
  const text = JSON.stringify(findings)
  expect(text).not.toContain(accessKeyId)
  expect(text).not.toContain(secretAccessKey)
  await setKey('bedrock', 'nokey')
  expect(endOf(await diagnose(providers, 'bedrock'), 'key')).toMatchObject({
    error: { code: 'keyMalformed' },
    fix: { kind: 'replaceKey' },
  })
})
