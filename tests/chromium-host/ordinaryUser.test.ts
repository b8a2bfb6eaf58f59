import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { giveFolder, ordinaryUser } from '../../scripts/ordinaryUser.mjs'
import { temporaryFolder } from '../main/storage/temporaryFolder.ts'
import { hostOnly } from './contractRuntime.ts'

const root = join(import.meta.dirname, '../..')
const app = join(import.meta.dirname, 'fixtures/window')
/** Returns the command line and the state of each process below this one. */
function processesBelow(ancestor: number): { command: string; status: string }[] {
  const read = (pid: string, name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8')
    } catch {
      return ''
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((pid) => [pid, /^PPid:\s*(\d+)/m.exec(read(pid, 'status'))?.[1]]))
  const isBelow = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(ancestor) || isBelow(parents.get(pid)))
  return all.filter(isBelow).map((pid) => ({
    command: read(pid, 'cmdline').replaceAll('\0', ' '),
    status: read(pid, 'status'),
  }))
}

const { test } = hostOnly('root is told apart from other users by the host alone')
const { command, leading } = ordinaryUser(root, join(root, 'node_modules/.bin/node'))
// Root alone can become another user, and only where that user can make a sandbox.
const ordinary = command === 'setpriv' ? test : test.skip

ordinary(
  'an ordinary user’s Chromium keeps its sandbox, and writes to the app’s folders alone',
  async () => {
    const [home, runtime] = [temporaryFolder(), temporaryFolder()]
    for (const folder of [home, runtime]) giveFolder(folder)
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env
    const env = { ...rest, HOME: home, PARLEY_HEADLESS: '1' }
    const xdg = {
      XDG_CONFIG_HOME: undefined,
      XDG_CACHE_HOME: undefined,
      // GTK keeps its settings there.
      XDG_RUNTIME_DIR: runtime,
    }
    const run = ['--disable-warning=ExperimentalWarning', join(root, 'chromium-host/run.mjs')]
    const host = spawn(command, [...leading, ...run, app], {
      ...{ cwd: home, env: { ...env, ...xdg } },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void host.kill('SIGKILL'))
    await once(createInterface({ input: host.stdout }), 'line')
    const processes = processesBelow(host.pid ?? 0)
    const pages = processes.filter(({ command }) => command.includes('--type=renderer'))
    expect(pages).not.toEqual([])
    for (const { status } of pages) expect(status).toMatch(/^Seccomp:\s*2$/m)
    expect(processes.filter(({ command }) => command.includes('--no-sandbox'))).toEqual([])
    host.kill('SIGTERM')
    await once(host, 'exit')
    const written = readdirSync(home, { recursive: true, encoding: 'utf8' })
    const own = /^\.(config|cache)(\/window(\/.*)?)?$/
    expect(written.filter((path) => !own.test(path))).toEqual([])
  },
)
