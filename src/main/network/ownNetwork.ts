import { BlockList } from 'node:net'
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

/** The addresses of this machine, and those of the networks that it is in. */
export interface OwnNetwork {
  machine: BlockList
  neighbours: BlockList
}

/** A machine changes its network while Parley runs; a page asks for hundreds of addresses. */
const freshMilliseconds = 2000
/**
 * Shortest prefix that counts as a local network: in a wider one, as tunnels have it, most
 * addresses are no neighbours.
 */
const minPrefixBits = { IPv4: 8, IPv6: 32 } as const

let known: OwnNetwork | undefined
let knownUntil = 0

/** Returns the addresses that this machine's network interfaces have now, at most 2 seconds old. */
export function ownNetwork(): OwnNetwork {
  const now = performance.now()
  if (known && now < knownUntil) return known
  known = networkOf(interfaces())
  knownUntil = now + freshMilliseconds
  return known
}

function interfaces(): NetworkInterfaceInfo[] {
  try {
    return Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  } catch {
    // Some sandboxes forbid the question. The ranges that are always private still hold.
    return []
  }
}

function networkOf(addresses: readonly NetworkInterfaceInfo[]): OwnNetwork {
  const own = { machine: new BlockList(), neighbours: new BlockList() }
  for (const { address, cidr, family } of addresses) {
    const type = family === 'IPv4' ? 'ipv4' : 'ipv6'
    // A link-local address may have a zone, without which it says nothing.
    if (address.includes('%')) continue
    own.machine.addAddress(address, type)
    const prefix = Number(cidr?.split('/')[1])
    if (prefix >= minPrefixBits[family]) own.neighbours.addSubnet(address, prefix, type)
  }
  return own
}
