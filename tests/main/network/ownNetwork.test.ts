import { spawnSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { addressKind, rangeKind } from '../../../src/main/network/addressKind.ts'

const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])

test('each address of this machine is loopback, but for those that no rule reaches', () => {
  expect(interfaces.length).toBeGreaterThan(0)
  for (const { address } of interfaces) {
    const never = rangeKind(address) === 'never'
    expect(addressKind(address), address).toBe(never ? 'never' : 'loopback')
  }
})

/** Gives the loopback device public addresses, in a network of its own. */
const raise = [
  'ip link set lo up',
  'ip address add 93.184.216.5/24 dev lo',
  'ip address add 151.101.1.1/4 dev lo',
  'ip address add 169.254.169.254/32 dev lo',
  'ip address add 2606:4700:9::5/64 dev lo nodad',
].join(' && ')

const kinds = {
  '93.184.216.5': 'loopback',
  '93.184.216.77': 'local',
  '93.184.217.77': 'public',
  '::ffff:93.184.216.5': 'never',
  '64:ff9b::5db8:d805': 'never',
  // Its prefix is too wide to tell of neighbours.
  '151.101.1.1': 'loopback',
  '151.101.1.2': 'public',
  '169.254.169.254': 'never',
  '2606:4700:9::5': 'loopback',
  '2606:4700:9:0:0:0:0:5': 'loopback',
  '2606:4700:9::6': 'local',
  '2606:4700:9:1::6': 'public',
}

/** Runs a script for Node where the machine has those addresses; null if it may have none. */
function runThere(script: string): string | null {
  const inside = ['-rn', 'sh', '-c', `${raise} && exec "$0" --input-type=module -e "$1"`]
  const trial = spawnSync('unshare', ['-rn', 'sh', '-c', raise])
  if (trial.status !== 0) return null
  const { stdout, stderr } = spawnSync('unshare', [...inside, process.execPath, script])
  expect(stderr.toString()).toBe('')
  return stdout.toString()
}

const folder = new URL('../../../src/main/network/', import.meta.url).href

test('a public address of this machine is loopback, and one beside it local', ({ skip }) => {
  const output = runThere(`
    import { addressKind } from '${folder}addressKind.ts'
    const addresses = ${JSON.stringify(Object.keys(kinds))}
    const kinds = addresses.map((address) => [address, addressKind(address)])
    process.stdout.write(JSON.stringify(Object.fromEntries(kinds)))
  `)
  if (output === null) return skip('No network of its own here')
  expect(JSON.parse(output)).toEqual(kinds)
})

test('a secret goes over http to this machine, and to no neighbour with a public address', ({
  skip,
}) => {
  const output = runThere(`
    import { isNearbyName, secretMayTravel } from '${folder}hostRule.ts'
    const urls = ['http://93.184.216.5/', 'http://93.184.216.77/'].map((url) => new URL(url))
    process.stdout.write(JSON.stringify([urls.map(isNearbyName), urls.map(secretMayTravel)]))
  `)
  if (output === null) return skip('No network of its own here')
  expect(JSON.parse(output)).toEqual([
    [true, true],
    [true, false],
  ])
})
