import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './launch.ts'
import { namespace, namespaceEnv, whyNoNamespace } from './network/namespace.ts'
import { expect, test } from './parley.ts'

const reason = whyNoNamespace()
test.skip(reason !== undefined, reason ?? '')

/** Uses Parley in a separate network. Resolves to what reached that network. */
async function play(mode: string): Promise<unknown> {
  const program = join(root, 'tests/e2e/network/play.ts')
  const command = [...namespace, process.execPath, program, mode]
  const { stdout } = await promisify(execFile)('unshare', command, {
    timeout: 110_000,
    env: namespaceEnv,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

test('Chromium asks for no name and connects to nothing outside', async () => {
  // Most of the time they wait for what should not come.
  const traffic = await Promise.all(['driven', 'alone'].map(play))
  expect(traffic).toEqual([
    { names: [], packets: 0 },
    { names: [], packets: 0 },
  ])
})
