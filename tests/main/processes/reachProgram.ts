/**
 * Returns a program of Node that tries each expression and writes, as one line of JSON, what became
 * of each: "yes", "no", or something odd.
 */
export function reachProgram(expressions: readonly string[]): string {
  const tried = expressions.map((text) => `[${JSON.stringify(text)}, () => ${text}]`)
  return `
    const fs = require('node:fs'), os = require('node:os'), net = require('node:net')
    const { createSocket } = require('node:dgram'), { once } = require('node:events')
    const { execFileSync } = require('node:child_process')
    const plainDevices = ['console', 'core', 'fd', 'full', 'mqueue', 'null', 'ptmx', 'pts', 'random',
      'shm', 'stderr', 'stdin', 'stdout', 'tty', 'urandom', 'zero']
    class Odd extends Error {}
    const holds = (condition) => { if (!condition) throw new Error('It does not hold') }
    const run = (program, given) => execFileSync(program, given)
    const status = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]
    const limit = (name) => holds(new RegExp('^' + name + '\\\\s+unlimited', 'm').test(fs.readFileSync('/proc/self/limits', 'utf8')))
    const connect = (to) => new Promise((done, fail) => net.connect(to).on('connect', done).on('error', fail))
    const datagram = (port) => new Promise((done, fail) => {
      const socket = createSocket('udp4').on('error', fail).on('message', done)
      socket.connect(port, '127.0.0.1', () => socket.send('question'))
    })
    const speakWithItself = async (host) => {
      const server = net.createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const socket = net.connect(server.address().port, host)
      const [chunk] = await once(socket, 'data')
      holds(String(chunk) === 'hello')
    }
    const tunnel = async (target) => {
      const proxy = new URL(process.env.HTTPS_PROXY)
      const socket = net.connect(Number(proxy.port), proxy.hostname)
      socket.write('CONNECT ' + target + ' HTTP/1.1\\r\\nHost: ' + target + '\\r\\n\\r\\n')
      const [chunk] = await once(socket, 'data')
      const [, code] = String(chunk).split(' ')
      if (code !== '200' && code !== '403') throw new Odd(target + ' ' + chunk)
      holds(code === '200')
    }
    const sees = (mark) => holds(fs.readdirSync('/proc').some((name) => {
      if (!/^\\d+$/.test(name) || Number(name) === process.pid) return false
      try { return fs.readFileSync('/proc/' + name + '/cmdline', 'utf8').includes(mark) } catch { return false }
    }))
    const tried = [${tried.join(', ')}]
    ;(async () => {
      const outcomes = []
      for (const [text, attempt] of tried) {
        const outcome = await Promise.resolve().then(attempt).then(
          () => 'yes', (error) => error instanceof Odd ? error.message : 'no')
        outcomes.push([text, outcome])
      }
      console.log(JSON.stringify(outcomes))
      process.exit(0)
    })()`
}
