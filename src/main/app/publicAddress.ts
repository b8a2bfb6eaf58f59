import { BlockList, isIP } from 'node:net'

const refused = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
] as const) {
  refused.addSubnet(address, prefix, 'ipv4')
}

/** The global IPv6 addresses. `refused` holds those among them that stand for another network. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [address, prefix] of [
  // Teredo, benchmarks, ORCHID and the like; documentation; 6to4, which holds an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  refused.addSubnet(address, prefix, 'ipv6')
}

/** Tells whether an IP address belongs to a machine on the open internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  // Mapped and translated IPv4 addresses are not global.
  return family === 6 && global.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
