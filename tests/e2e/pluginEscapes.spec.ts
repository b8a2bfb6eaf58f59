import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { attacks } from './escapes/attacks.ts'
import type { Escapes } from './escapes/play.ts'
import { root } from './launch.ts'
import { namespace, namespaceEnv, whyNoNamespace } from './network/namespace.ts'

const reason = whyNoNamespace()
test.skip(reason !== undefined, reason ?? '')
// Each attack that leads a preview away has a preview of its own.
test.setTimeout(300_000)

test('the page of a plugin reaches no network but by main, and a preview none', async () => {
  const program = join(root, 'tests/e2e/escapes/play.ts')
  const command = [...namespace, process.execPath, program]
  const options = { timeout: 280_000, env: namespaceEnv }
  const { stdout } = await promisify(execFile)('unshare', command, options)
  const { undefended, ran, ranInPreviews, documents, ...reached } = JSON.parse(
    stdout.trim().split('\n').at(-1) ?? '',
  ) as Escapes
  expect(reached).toEqual({ names: [], packets: 0, datagrams: 0 })
  // Each attack reaches the network without the defences; otherwise it proves nothing.
  expect(attacks.map(({ name }) => name).filter((name) => !undefended.includes(name))).toEqual([])
  expect(attacks.length).toBeGreaterThanOrEqual(60)
  expect(ran).toBe(attacks.filter(({ leaves }) => !leaves).length)
  expect(ranInPreviews).toBe(attacks.length)
  // A frame that is navigated away ends; nothing replaces it.
  const places =
    /^(?:https:\/\/\w+\.(?:app|plugin|preview)\.invalid\/|about:|chrome-error:|blob:null|$)/
  expect(documents.filter((address) => !places.test(address))).toEqual([])
})
