import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './launch.ts'
import { expect, test } from './parley.ts'

/** A network of its own, where the system gives one. */
const namespace = ['--net', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** Why there can be no network of its own here. */
function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  const device = 'ip link add out type veth peer name end && ip link set lo up'
  const { status, stderr, error } = spawnSync('unshare', [...namespace, 'sh', '-c', device])
  if (status === 0) return undefined
  return `no network namespace: ${error?.message ?? String(stderr).trim()}`
}

const reason = whyNot()
test.skip(reason !== undefined, reason ?? '')

for (const mode of ['driven', 'alone']) {
  test(`Chromium asks for no name and connects to nothing outside, ${mode}`, async () => {
    test.setTimeout(120_000)
    const program = join(root, 'tests/e2e/network/play.ts')
    const command = [...namespace, process.execPath, program, mode]
    const { stdout } = await promisify(execFile)('unshare', command, { timeout: 110_000 })
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({ names: [], packets: 0 })
  })
}
