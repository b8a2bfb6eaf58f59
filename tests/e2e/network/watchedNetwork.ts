import { execFileSync } from 'node:child_process'
import { createSocket, type RemoteInfo } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The address of every name, reserved for documentation: only the watched device reaches it. */
export const namedAddress = '203.0.113.7'
const gateway = { v4: '10.99.0.1', v6: 'fd99::1' }
const gatewayHardware = '02:00:00:00:00:01'
const dnsHeaderBytes = 12
const typeA = 1

/** The traffic that left this machine, or tried to. */
export interface Traffic {
  /** Every name that was asked for, once. */
  names: string[]
  /** Packets to anything but loopback. */
  packets: number
}

export interface WatchedNetwork {
  traffic: () => Traffic
  /** Asks for a name and connects to two addresses. Resolves once both were counted. */
  prove: () => Promise<void>
}

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Builds a network in this process's namespace, which must be new and empty: a DNS server that
 * answers every name, and a route on which nothing answers and packets are counted.
 */
export async function watchNetwork(): Promise<WatchedNetwork> {
  ip('link', 'set', 'lo', 'up')
  for (const [device, address, next] of [
    ['out4', '10.99.0.2/24', gateway.v4],
    ['out6', 'fd99::2/64', gateway.v6],
  ] as const) {
    ip('link', 'add', device, 'type', 'veth', 'peer', 'name', `${device}end`)
    // Without addresses that they give themselves, the devices send nothing over IPv4.
    for (const end of [device, `${device}end`]) {
      ip('link', 'set', end, 'addrgenmode', 'none')
      ip('link', 'set', end, 'up')
    }
    ip('address', 'add', address, 'dev', device, ...(device === 'out6' ? ['nodad'] : []))
    ip('neighbour', 'add', next, 'lladdr', gatewayHardware, 'dev', device, 'nud', 'permanent')
    ip('route', 'add', 'default', 'via', next, 'dev', device)
  }
  const names = new Set<string>()
  const nameServers = readNameServers()
  for (const address of nameServers) await serveNames(address, (name) => names.add(name))
  const traffic = (): Traffic => ({ names: [...names], packets: packetsV4() + packetsV6() })

  const prove = async (): Promise<void> => {
    const before = { v4: packetsV4(), v6: packetsV6() }
    const resolver = new Resolver()
    await resolver.resolve4('control.example')
    if (!names.has('control.example')) throw new Error('A name was not seen')
    const sockets = ['203.0.113.9', '2001:db8::9'].map((host) =>
      connect({ host, port: 443 }).on('error', () => undefined),
    )
    while (packetsV4() === before.v4 || packetsV6() === before.v6) await delay(20)
    for (const socket of sockets) socket.destroy()
  }
  return { traffic, prove }
}

/** Returns all packets sent on the device: it has no IPv6, and its only neighbour is known. */
function packetsV4(): number {
  const line = readFileSync('/proc/net/dev', 'utf8').match(/^\s*out4:(.*)$/m)?.[1] ?? ''
  return Number(line.trim().split(/\s+/)[9])
}

/** Returns the packets sent, without the device's own address announcements. */
function packetsV6(): number {
  const counters = readFileSync('/proc/net/dev_snmp6/out6', 'utf8')
  const read = (name: string): number =>
    Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(counters)?.[1])
  return read('Ip6OutRequests') - read('Icmp6OutMsgs')
}

/**
 * Returns this machine's name servers, whose addresses loopback takes, so that this process answers
 * for them.
 */
function readNameServers(): string[] {
  const path = '/etc/resolv.conf'
  const file = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const found = [...file.matchAll(/^nameserver\s+([0-9a-f.:]+)\s*$/gim)].map(([, given]) => given!)
  const addresses = found.length > 0 ? found : ['127.0.0.1']
  for (const address of addresses) {
    if (address.startsWith('127.') || address === '::1') continue
    ip('address', 'add', address, 'dev', 'lo', ...(address.includes(':') ? ['nodad'] : []))
  }
  return addresses
}

async function serveNames(address: string, onName: (name: string) => void): Promise<void> {
  const answer = (query: Buffer): Buffer => {
    const { name, type, end } = readQuestion(query)
    onName(name)
    return answerTo(query, type, end)
  }
  const udp = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  udp.on('message', (query: Buffer, { port, address: asker }: RemoteInfo) =>
    udp.send(answer(query), port, asker),
  )
  await new Promise<void>((resolve, reject) => {
    udp.once('error', reject).bind(53, address, resolve)
  })
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => {
      const reply = answer(data.subarray(2))
      const length = Buffer.alloc(2)
      length.writeUInt16BE(reply.length)
      socket.write(Buffer.concat([length, reply]))
    })
  })
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', reject).listen(53, address, resolve)
  })
  udp.unref()
  tcp.unref()
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = dnsHeaderBytes
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Returns one address for a question of type A, none for others. */
function answerTo(query: Buffer, type: number, end: number): Buffer {
  const header = Buffer.from(query.subarray(0, dnsHeaderBytes))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(type === typeA ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const address = namedAddress.split('.').map(Number)
  const record = Buffer.from([0xc0, dnsHeaderBytes, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
  const question = query.subarray(dnsHeaderBytes, end)
  return Buffer.concat([header, question, ...(type === typeA ? [record] : [])])
}
