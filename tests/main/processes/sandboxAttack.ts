/** Expressions of a program that wants to reach the network past the proxy, with what they reach. */
export const attacks: Readonly<Record<string, string>> = {
  'TCP to an address': `connect({ host: '203.0.113.9', port: 443 })`,
  'TCP to an address of IPv6': `connect({ host: '2001:db8::9', port: 443 })`,
  'UDP to an address': `send('203.0.113.9', 53)`,
  'UDP to an address of IPv6': `send('2001:db8::9', 443)`,
  'a look-up by the system': `lookup('system.example')`,
  'a look-up by a resolver of its own': `resolveBy(null, 'resolver.example')`,
  'a look-up by a name server of its own': `resolveBy('203.0.113.9', 'server.example')`,
  'a look-up over TCP': `connect({ host: '203.0.113.9', port: 53 })`,
  'a request without the proxy': `request('http://plain.example/')`,
  'fetch by name': `fetch('https://fetch.example/')`,
  'fetch of plain http': `fetch('http://fetched.example/')`,
  'fetch by address': `fetch('https://203.0.113.9/')`,
  'a tunnel to another port': `tunnel('named.example:444')`,
  'a tunnel to another host': `tunnel('other.example:443')`,
  'a tunnel to a name below': `tunnel('sub.named.example:443')`,
  'a tunnel to a name that hides the host': `tunnel('named.example:443@evil.example:443')`,
  'a tunnel to an address in octal': `tunnel('0313.0.0161.011:443')`,
  'a tunnel to an address as a number': `tunnel('3405803785:443')`,
  'a tunnel to an address of IPv6': `tunnel('[2001:db8::9]:443')`,
  'a tunnel without a port': `tunnel('evil.example')`,
  'a request with the host of another': `ask('http://evil.example/', 'Host: named.example')`,
  'a request with two hosts': `ask('http://named.example:81/', 'Host: evil.example')`,
  'a request for https': `ask('https://evil.example/')`,
  'a request for ftp': `ask('ftp://evil.example/')`,
  'a request by path': `ask('/', 'Host: evil.example')`,
  'a second request in the first': `ask('http://evil.example/', 'Content-Length: 0', '', 'GET http://smuggled.example/ HTTP/1.1')`,
}

/**
 * A program of Node for the sandbox: it tries every expression, waits, and ends. It tells nothing:
 * what counts is what reaches the network.
 */
export function attackProgram(expressions: readonly string[]): string {
  return `
    const net = require('node:net'), dgram = require('node:dgram'), dns = require('node:dns').promises
    const http = require('node:http')
    const proxy = URL.parse(process.env.HTTP_PROXY ?? '')
    const connect = (to) => new Promise((done) => net.connect(to).on('connect', done).on('error', done))
    const send = (address, port) => new Promise((done) =>
      dgram.createSocket(address.includes(':') ? 'udp6' : 'udp4').on('error', done)
        .send('x', port, address, done))
    const lookup = (name) => dns.lookup(name)
    const resolveBy = (server, name) => {
      const resolver = new dns.Resolver({ timeout: 300, tries: 1 })
      resolver.setServers([server ?? process.env.NAME_SERVER])
      return resolver.resolve4(name)
    }
    const request = (url) => new Promise((done) =>
      http.get(url, { agent: new http.Agent() }, done).on('error', done))
    const say = (lines) => new Promise((done) => {
      if (!proxy) return done()
      const socket = net.connect(Number(proxy.port), proxy.hostname)
      socket.on('error', done).on('close', done).on('data', () => {})
      socket.write(lines.join('\\r\\n') + '\\r\\n\\r\\n')
    })
    const tunnel = (target) => say(['CONNECT ' + target + ' HTTP/1.1', 'Host: ' + target])
    const ask = (target, ...headers) => say(['GET ' + target + ' HTTP/1.1', ...headers])
    const attacks = [${expressions.map((expression) => `() => ${expression}`).join(', ')}]
    for (const attack of attacks) Promise.resolve().then(attack).catch(() => {})
    setTimeout(() => process.exit(0), 1500)`
}
