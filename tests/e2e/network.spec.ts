import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './launch.ts'
import { expect, test } from './parley.ts'

/** The arguments for a separate network, if the system allows one. */
const namespace = ['--net', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** An ordinary user's path lacks the folder of `ip`. */
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

/** Returns why no separate network is available here; undefined if one is. */
function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  const build = [
    'ip link set lo up',
    'ip link add out type veth peer name end',
    'ip address add fd99::2/64 dev out nodad',
    'cat /proc/net/dev_snmp6/out',
  ].join(' && ')
  const { status, stderr, error } = spawnSync('unshare', [...namespace, 'sh', '-c', build], { env })
  if (status === 0) return undefined
  return `no network namespace: ${error?.message ?? String(stderr).trim()}`
}

const reason = whyNot()
test.skip(reason !== undefined, reason ?? '')

/** Uses Parley in a separate network. Resolves to what reached that network. */
async function play(mode: string): Promise<unknown> {
  const program = join(root, 'tests/e2e/network/play.ts')
  const command = [...namespace, process.execPath, program, mode]
  const { stdout } = await promisify(execFile)('unshare', command, { timeout: 110_000, env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

test('Chromium asks for no name and connects to nothing outside', async () => {
  test.setTimeout(120_000)
  // Most of the time they wait for what should not come.
  const traffic = await Promise.all(['driven', 'alone'].map(play))
  expect(traffic).toEqual([
    { names: [], packets: 0 },
    { names: [], packets: 0 },
  ])
})
