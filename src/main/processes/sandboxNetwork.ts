import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFilteringProxy, type FilteringProxyOptions } from '../network/filteringProxy.ts'
import { proxyForOldNode } from './proxyForOldNode.ts'
import type { ServerCommand } from './spawnServer.ts'

/** The only way out of a sandbox. */
export interface SandboxNetwork {
  /** The socket of the proxy, outside of the sandbox. */
  socket: string
  close: () => Promise<void>
}

/** Path of the socket inside the sandbox. */
export const socketInside = '/run/parley.sock'

/** Opens the proxy by which a sandboxed program reaches what a rule allows, and nothing else. */
export async function openSandboxNetwork(options: FilteringProxyOptions): Promise<SandboxNetwork> {
  // The path of a socket has at most 107 bytes, so it can't lie with the server's own files.
  const folder = await mkdtemp(join(process.env['XDG_RUNTIME_DIR'] || tmpdir(), 'parley-net-'))
  const socket = join(folder, 'proxy')
  const proxy = await openFilteringProxy(socket, options)
  return {
    socket,
    async close() {
      proxy.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const preloaded = '/run/parley-proxy.cjs'

/** The variable that gives the relay the server's variables, as JSON. */
const serverVariables = 'PARLEY_SERVER_VARIABLES'

/**
 * A script of Node that runs a server in the sandbox: PROGRAM ARGUMENTS. A program can't speak with
 * a proxy at a socket in the file system, so the script relays a port of the sandbox's own loopback
 * to it, and names that port in the variables that programs read. It reads no messages: the server
 * has its input and output directly. It does not run with the server's variables, such as
 * NODE_OPTIONS. Without a list of hosts the sandbox would not know its own name.
 */
const forwarderScript = `
const { spawn } = require('node:child_process')
const { writeFileSync } = require('node:fs')
const { connect, createServer } = require('node:net')
const { constants } = require('node:os')
const { pipeline } = require('node:stream')
const [program, ...given] = process.argv.slice(1)
const relay = createServer({ allowHalfOpen: true }, (client) => {
  const proxy = connect({ path: '${socketInside}', allowHalfOpen: true })
  pipeline(client, proxy, () => {})
  pipeline(proxy, client, () => {})
})
writeFileSync('${preloaded}', ${JSON.stringify(proxyForOldNode)})
writeFileSync('/etc/hosts', '127.0.0.1 localhost\\n::1 localhost\\n')
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
relay.listen(0, '127.0.0.1', () => {
  const address = 'http://127.0.0.1:' + relay.address().port
  const { ${serverVariables}: variables, ELECTRON_RUN_AS_NODE: _, ...own } = process.env
  const env = { ...own, ...JSON.parse(variables) }
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    env[name] = env[name.toLowerCase()] = address
  }
  env.NO_PROXY = env.no_proxy = env.PARLEY_DIRECT_HOSTS
  env.NODE_USE_ENV_PROXY = '1'
  env.NODE_OPTIONS = ((env.NODE_OPTIONS ?? '') + ' --require ${preloaded}').trim()
  delete env.PARLEY_DIRECT_HOSTS
  const server = spawn(program, given, { stdio: 'inherit', env })
  server.on('error', (error) => {
    console.error(error.message)
    process.exit(127)
  })
  server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
})
`

/**
 * Returns the command that runs this one with the network's proxy in its environment.
 * `reachesLoopback` tells whether this machine is among the hosts: otherwise a program speaks with
 * its own loopback directly.
 */
export function withForwarder(command: ServerCommand, reachesLoopback: boolean): ServerCommand {
  const isElectron = process.versions['electron'] !== undefined
  return {
    ...command,
    program: process.execPath,
    arguments: ['-e', forwarderScript, command.program, ...command.arguments],
    environment: {
      [serverVariables]: JSON.stringify(command.environment),
      PARLEY_DIRECT_HOSTS: reachesLoopback ? '' : 'localhost,127.0.0.1,::1',
      ...(isElectron && { ELECTRON_RUN_AS_NODE: '1' }),
    },
  }
}
