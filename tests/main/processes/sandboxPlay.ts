import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createInternetRule,
  createProgramRule,
} from '../../../src/main/plugins/network/sheetRule.ts'
import { findBubblewrap, sandboxLinux } from '../../../src/main/processes/sandboxLinux.ts'
import { openSandboxNetwork } from '../../../src/main/processes/sandboxNetwork.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { spawnServer } from '../../../src/main/processes/spawnServer.ts'
import { watchNetwork } from '../../e2e/network/watchedNetwork.ts'
import { attackProgram } from './sandboxAttack.ts'

/** Confinement of the program: the hosts that it may reach, the internet, or none at all. */
export type PlayedAccess = readonly string[] | 'internet' | 'unheld'

/**
 * Runs in a network namespace of its own: lets a program attack, and prints what reached the
 * network. `ACCESS EXPRESSIONS`, both in JSON.
 */
const [given = '[]', tried = '[]'] = process.argv.slice(2)
const access = JSON.parse(given) as PlayedAccess
const traffic = await watchNetwork()
const folder = mkdtempSync(join(tmpdir(), 'parley-play-'))
const nameServer = /^nameserver\s+(\S+)/m.exec(readFileSync('/etc/resolv.conf', 'utf8'))?.[1]
const refused: string[] = []
const network = await openSandboxNetwork({
  allows:
    typeof access === 'string'
      ? createInternetRule({ localNetwork: false })
      : createProgramRule(access),
  onRefused: (host) => refused.push(host),
})
try {
  const plain = {
    program: process.execPath,
    arguments: ['-e', attackProgram(JSON.parse(tried) as string[])],
    environment: { PATH: process.env['PATH'] ?? '', NAME_SERVER: nameServer ?? '127.0.0.1' },
    folder,
  }
  const held = { folders: [], network: { socket: network.socket, reachesLoopback: false } }
  const bubblewrap = (await findBubblewrap()) ?? ''
  const command = access === 'unheld' ? plain : await sandboxLinux(bubblewrap, plain, held)
  const server = await spawnServer(command, {
    marks: createServerMarks(join(folder, 'marks')),
    limits: { lineBytes: 1000, values: 10 },
    onLine: () => undefined,
  })
  const { code } = await server.ended
  const seen = traffic.traffic()
  await traffic.prove()
  const outcome = { ...seen, refused, code, errors: server.errorTail() }
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
} finally {
  await network.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
