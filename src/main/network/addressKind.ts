import { BlockList, isIP } from 'node:net'
import { ownNetwork } from './ownNetwork.ts'

/**
 * Network that an IP address belongs to: the open internet, the local network, this machine, or
 * none that anything has a reason to connect to.
 */
export type AddressKind = 'public' | 'local' | 'loopback' | 'never'

type Subnet = readonly [address: string, prefix: number]

function listOf(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ipv4) list.addSubnet(address, prefix, 'ipv4')
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, 'ipv6')
  return list
}

const loopback = listOf([['127.0.0.0', 8]], [['::1', 128]])

const local = listOf(
  [
    ['10.0.0.0', 8],
    // Shared by a provider's customers, and by networks such as Tailscale's.
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [['fc00::', 7]],
)

/** Addresses at which clouds hand out a machine's credentials. */
const metadata = listOf(
  [
    ['100.100.100.200', 32],
    ['192.0.0.192', 32],
  ],
  [['fd00:ec2::', 32]],
)

const reserved = listOf(
  [
    // “This network”: systems connect it to this machine.
    ['0.0.0.0', 8],
    // Link-local: the clouds' metadata, and nothing with a name.
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    // Multicast, reserved and broadcast.
    ['224.0.0.0', 3],
  ],
  [
    // Teredo, benchmarks, ORCHID and the like; documentation; 6to4, which holds an IPv4 address.
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
)

/** The global IPv6 addresses. `reserved` holds those among them that stand for another network. */
const global = listOf([], [['2000::', 3]])

/** Networks without IPv4 resolve every IPv4 host to this prefix and its IPv4 address. */
const translated = listOf([], [['64:ff9b::', 96]])

/**
 * Returns the kind of an IP address. Anything else, such as an address with a zone, is `never`. A
 * machine's own address, and those beside it, may lie in a public range: the interfaces tell. What
 * is `never` by its range stays so.
 */
export function addressKind(address: string): AddressKind {
  const kind = rangeKind(address)
  if (kind === 'never' || kind === 'loopback') return kind
  const { machine, neighbours } = ownNetwork()
  if (isIn(machine, address)) return 'loopback'
  return isIn(neighbours, address) ? 'local' : kind
}

/** Returns the kind that an IP address has on every machine, by its range alone. */
export function rangeKind(address: string): AddressKind {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return 'never'
  if (family === 6 && isIn(translated, address)) return kindOfTranslated(address)
  if (isIn(metadata, address) || isIn(reserved, address)) return 'never'
  if (isIn(loopback, address)) return 'loopback'
  if (isIn(local, address)) return 'local'
  return family === 4 || isIn(global, address) ? 'public' : 'never'
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** Tells whether an IP address belongs to a machine on the open internet. */
export function isPublicAddress(address: string): boolean {
  return addressKind(address) === 'public'
}

/** Returns the eight groups of an IPv6 address, as the URL parser writes them. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/** Only a public IPv4 address needs a translation. */
function kindOfTranslated(address: string): AddressKind {
  const [high = 0, low = 0] = groupsOf(address).slice(6)
  const ipv4 = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return addressKind(ipv4) === 'public' ? 'public' : 'never'
}
