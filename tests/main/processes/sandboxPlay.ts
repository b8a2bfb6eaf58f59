import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgramRule } from '../../../src/main/plugins/network/sheetRule.ts'
import { findBubblewrap, sandboxLinux } from '../../../src/main/processes/sandboxLinux.ts'
import { openSandboxNetwork } from '../../../src/main/processes/sandboxNetwork.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { spawnServer } from '../../../src/main/processes/spawnServer.ts'
import { watchNetwork } from '../../e2e/network/watchedNetwork.ts'
import { attackProgram } from './sandboxAttack.ts'

/**
 * Runs in a network namespace of its own: lets a program in the sandbox attack, and prints what
 * reached the network. `HOSTS EXPRESSIONS`, both in JSON; null for the hosts is an open network.
 */
const [hosts, expressions] = process.argv
  .slice(2)
  .map((text) => JSON.parse(text) as string[] | null)
const traffic = await watchNetwork()
const folder = mkdtempSync(join(tmpdir(), 'parley-play-'))
const nameServer = /^nameserver\s+(\S+)/m.exec(readFileSync('/etc/resolv.conf', 'utf8'))?.[1]
const refused: string[] = []
const network = await openSandboxNetwork({
  allows: createProgramRule(hosts ?? []),
  onRefused: (host) => refused.push(host),
})
try {
  const plain = {
    program: process.execPath,
    arguments: ['-e', attackProgram(expressions ?? [])],
    environment: { PATH: process.env['PATH'] ?? '', NAME_SERVER: nameServer ?? '127.0.0.1' },
    folder,
  }
  const command = await sandboxLinux((await findBubblewrap()) ?? '', plain, {
    folders: [],
    network: hosts ? { socket: network.socket, reachesLoopback: false } : 'all',
  })
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
