import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConsentQuestion } from '../../../../src/main/consent.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { testEmbedder } from '../embedding/testEmbedder.ts'
import { openTestKnowledge } from '../openTestKnowledge.ts'
import { startTestService } from './startTestService.ts'

/** Opens a base at a service, with one document that waits; main's dialog is refused. */
async function openWaiting() {
  const service = await startTestService()
  const { providers } = testEmbedder(service.origin)
  const asked: ConsentQuestion[] = []
  const consent = (question: ConsentQuestion): Promise<boolean> => {
    asked.push(question)
    return Promise.resolve(false)
  }
  const opened = openTestKnowledge({ providers, consent })
  const { handlers, caller, untilDone } = opened
  const { id: baseId } = await handlers.create(
    { name: 'Lease', store: 'openai', providerId: 'test', embedder: null, expiryDays: 90 },
    caller,
  )
  const add = async (name: string) => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, `The tenant pays: ${name}\n`)
    await handlers.addPaths({ baseId, paths: [path] }, caller)
    return untilDone(baseId)
  }
  await add('first.txt')
  return { ...opened, service, asked, baseId, add }
}

test('a page has no later document uploaded without main’s dialog', async () => {
  const { handlers, caller, service, asked, baseId, add, find } = await openWaiting()
  const { until } = await handlers.hostedPlan({ baseId }, caller)
  await expect(async () =>
    handlers.approveHosted({ baseId, until, approvesAll: true }, caller),
  ).rejects.toMatchObject({ code: 'consentRefused' })
  const host = new URL(service.origin).host
  expect(asked).toEqual([
    { kind: 'upload', name: 'Lease', facts: [{ key: 'consentHost', value: host }] },
  ])
  await add('second.txt')
  expect((await find(baseId)).hosted).toMatchObject({ files: 0, unapproved: 2 })
  expect(service.requests).toEqual([])
})

test('a page approves no document before it is there', async () => {
  const { handlers, caller, asked, baseId, add, find, untilDone } = await openWaiting()
  const until = Number.MAX_SAFE_INTEGER
  await handlers.approveHosted({ baseId, until, approvesAll: false }, caller)
  while ((await find(baseId)).hosted?.usageBytes === 0) await untilDone(baseId)
  await add('second.txt')
  expect((await find(baseId)).hosted).toMatchObject({ files: 1, unapproved: 1 })
  expect(asked).toEqual([])
})
