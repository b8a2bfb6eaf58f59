import { setTimeout as delay } from 'node:timers/promises'
import type { InstalledRoot } from '../../package/installedRoot.ts'
import { median, type Report } from '../row.ts'
import { emptyChromium, installedParley, type WindowProgram } from './windows.ts'

const runs = 3
/** After this time neither program loads anything more by itself. */
const restMilliseconds = 10_000

/**
 * Measures the memory of all processes of an open window that nobody uses: the sum of their
 * proportional shares (PSS), in which a page that several processes hold counts once.
 */
export async function measureMemory(
  root: InstalledRoot,
  report: Report,
  quick: boolean,
): Promise<void> {
  const programs = [emptyChromium(root), installedParley(root)]
  for (const { forget } of programs) await forget()
  const samples = new Map<string, number[]>(programs.map(({ name }) => [name, []]))
  for (let run = 0; run < (quick ? 1 : runs); run += 1) {
    for (const program of programs) {
      samples.get(program.name)?.push(await memoryAtRest(root, program))
    }
  }
  const [empty = [], parley = []] = samples.values()
  report({
    name: 'memory at rest, all processes',
    unit: 'MB',
    samples: parley,
    against: { name: 'empty Chromium', value: median(empty) },
  })
}

/** Returns the megabytes that the root's processes have more while a program is open. */
async function memoryAtRest(root: InstalledRoot, { open }: WindowProgram): Promise<number> {
  const before = await sumShares(root)
  const close = await open()
  await delay(restMilliseconds)
  const megabytes = (await sumShares(root)) - before
  await close()
  return megabytes
}

/** Returns the proportional shares of all of the root's processes, in megabytes. */
async function sumShares(root: InstalledRoot): Promise<number> {
  // A process may end while it is read.
  const rollups = await root.asRoot('sh', '-c', 'cat /proc/[0-9]*/smaps_rollup 2>/dev/null || true')
  const shares = [...rollups.matchAll(/^Pss:\s+(\d+) kB/gm)].map(([, kibibytes]) =>
    Number(kibibytes),
  )
  return (shares.reduce((sum, share) => sum + share, 0) * 1024) / 1e6
}
