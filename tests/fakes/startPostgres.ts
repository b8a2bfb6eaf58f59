import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packages = '/usr/lib/postgresql'
export const password = 'correct horse'

export interface TestPostgres {
  port: number
  url: string
  /** Ends it as a crash would, and starts it again. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Returns the folder of PostgreSQL's programs; undefined where it is not installed. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir(packages).catch(() => [])
  return versions
    .map((version) => join(packages, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Starts a real PostgreSQL on 127.0.0.1, with a database of its own that asks for a password. */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const folder = await mkdtemp('/tmp/parley-postgres-')
  const owner = await ownerOf(folder)
  await chmod(folder, 0o700)
  const secret = join(folder, 'password')
  await writeFile(secret, password)
  if (owner) await chown(secret, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const initial = ['-D', data, '-U', 'parley', '-A', 'scram-sha-256', `--pwfile=${secret}`]
  await run(join(programs, 'initdb'), [...initial, '-E', 'UTF8', '--locale=C', '-N'], owner)
  const port = await freePort()
  let server = await start()

  async function start(): Promise<ChildProcess> {
    const settings = ['listen_addresses=127.0.0.1', `port=${String(port)}`, 'fsync=off']
    const given = [...settings, `unix_socket_directories=${folder}`].flatMap((text) => ['-c', text])
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...given], {
      ...owner,
      stdio: 'ignore',
    })
    for (let tries = 0; tries < 200; tries += 1) {
      const ready = await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)])
        .then(() => true)
        .catch(() => false)
      if (ready) return child
      await delay(50)
    }
    throw new Error('PostgreSQL has not started')
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }

  return {
    port,
    url: `postgres://parley@127.0.0.1:${String(port)}/postgres`,
    async restart() {
      // Immediate: like a crash, but it takes its children along.
      await end('SIGQUIT')
      server = await start()
    },
    async stop() {
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; `nobody` runs it there. */
async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined
  const { stdout } = await run('id', ['-u', 'nobody'])
  const { stdout: group } = await run('id', ['-g', 'nobody'])
  const owner = { uid: Number(stdout), gid: Number(group) }
  await chown(folder, owner.uid, owner.gid)
  return owner
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      server.close(() => resolve(port))
    })
  })
}
