import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'

export type Mode = 'headless' | 'headed'

const electron = join(projectRoot, 'node_modules/electron')
const host = join(projectRoot, 'chromium-host')
const electronPath = join(electron, 'path.txt')

/**
 * True if the contract is asked of Electron: where its binary is, or where PARLEY_CONTRACT says so,
 * which is enough to list what would be asked.
 */
export const asksElectron =
  process.env['PARLEY_CONTRACT'] === 'electron' || existsSync(electronPath)

if (!asksElectron) {
  process.env.ELECTRON_OVERRIDE_DIST_PATH = host
  process.stdout.write(
    'Electron’s binary is not here: the contract is asked of the Chromium host.\n',
  )
}

export type ContractRuntime = 'chromium-host' | 'electron'

/**
 * The runtimes that the contract suite asks: both where Electron's binary is, and Electron alone
 * where PARLEY_CONTRACT says so.
 */
export const contractRuntimes: readonly ContractRuntime[] = [
  ...(process.env['PARLEY_CONTRACT'] === 'electron' ? [] : (['chromium-host'] as const)),
  ...(asksElectron ? (['electron'] as const) : []),
]

/** Returns the program that starts an app on a runtime, and the switches that it needs here. */
export function programOf(runtime: ContractRuntime): { program: string; switches: string[] } {
  if (runtime === 'chromium-host') return { program: join(host, 'electron'), switches: [] }
  // Chromium's sandbox does not work for root.
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  return { program: electronProgram(), switches: isRoot ? ['--no-sandbox'] : [] }
}

function electronProgram(): string {
  return join(electron, 'dist', readFileSync(electronPath, 'utf8').trim())
}

/** The modes of a start. Electron has no headless one. */
export const modes: readonly Mode[] = asksElectron ? ['headed'] : ['headless', 'headed']

/** One of the modes, for what has nothing to do with windows. */
export const anyMode: readonly Mode[] = modes.slice(0, 1)

/** Returns the program that starts an app. Throws where Electron is wanted and its binary missing. */
export function contractProgram(): string {
  return asksElectron ? electronProgram() : join(host, 'electron')
}

/** Returns an address of an app's scheme as its pages know it. */
export function inPage(address: string): string {
  if (asksElectron) return address
  return address.replace(/^(\w+):\/\/(\w+)/, 'https://$2.$1.invalid')
}

/** Returns `test` and `describe` for what concerns the host alone; on Electron they skip. */
export function hostOnly(reason: string): {
  test: typeof test.skip
  describe: typeof describe.skip
} {
  if (!asksElectron) return { test, describe }
  process.stdout.write(`Not asked of Electron: ${reason}.\n`)
  return { test: test.skip, describe: describe.skip }
}
