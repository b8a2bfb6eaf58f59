/**
 * A script that Node loads before a server in the sandbox (`--require`). Before 22.21 and 24.5 it
 * reads no proxy from its environment, and the server would reach nothing: here `fetch`, and
 * `http` and `https` with any agent that does not connect by itself, go through the proxy.
 */
export const proxyForOldNode = `
if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) {
  const http = require('node:http'), https = require('node:https')
  const net = require('node:net'), tls = require('node:tls')
  const proxy = new URL(process.env.HTTPS_PROXY)
  const direct = new Set((process.env.NO_PROXY ?? '').split(','))
  const plain = (host) => host.replace(/^\\[|\\]$/g, '')
  const isDirect = (host, port) =>
    direct.has(plain(host)) || (host === proxy.hostname && port === Number(proxy.port))

  const tunnel = (host, port, done) => {
    const target = (net.isIPv6(plain(host)) ? '[' + plain(host) + ']' : host) + ':' + port
    const { hostname, port: at } = proxy
    http.request({ hostname, port: at, method: 'CONNECT', path: target, agent: false })
      .once('connect', ({ statusCode }, socket, head) => {
        if (head.length > 0) socket.unshift(head)
        if (statusCode === 200) return done(null, socket)
        socket.destroy()
        done(new Error('The proxy refused ' + target + ' (' + statusCode + ')'))
      })
      .once('error', done)
      .end()
  }

  const plainConnection = http.Agent.prototype.createConnection
  http.Agent.prototype.createConnection = function (options, done) {
    const { host = 'localhost', port, socketPath } = options
    if (socketPath || isDirect(host, Number(port))) return plainConnection.call(this, options, done)
    tunnel(host, port, done)
  }
  const secureConnection = https.Agent.prototype.createConnection
  https.Agent.prototype.createConnection = function (options, done) {
    const { host = 'localhost', port, socketPath } = options
    if (socketPath || isDirect(host, Number(port))) return secureConnection.call(this, options, done)
    tunnel(host, port, (error, socket) => {
      if (error) done(error)
      else done(null, secureConnection.call(this, { ...options, socket }))
    })
  }

  const connect = ({ hostname, protocol, port, servername }, done) => {
    const isSecure = protocol === 'https:'
    const at = Number(port || (isSecure ? 443 : 80))
    const secure = (socket) => {
      const name = servername || (net.isIP(plain(hostname)) ? '' : hostname)
      tls.connect({ socket, servername: name, host: hostname, ALPNProtocols: ['http/1.1'] })
        .once('secureConnect', function () { done(null, this) })
        .once('error', (error) => done(error, null))
    }
    const opened = (error, socket) => {
      if (error) done(error, null)
      else if (isSecure) secure(socket)
      else done(null, socket)
    }
    if (!isDirect(hostname, at)) return tunnel(hostname, at, opened)
    const socket = net.connect(at, plain(hostname))
    socket.once('connect', () => opened(null, socket)).once('error', (error) => opened(error))
  }
  // The class of fetch's connections has no name outside; its global instance exists once it is loaded.
  const key = Symbol.for('undici.globalDispatcher.1')
  void globalThis.Response
  const { constructor: Agent } = globalThis[key] ?? {}
  if (Agent) globalThis[key] = new Agent({ connect })
}
`
