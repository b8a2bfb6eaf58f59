import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readManifest } from '../../scripts/package/appFiles.mjs'
import { makeDeb } from '../../scripts/package/debian.mjs'
import { stageParley } from '../../scripts/package/stage.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { openRoot, rootObstacle, type InstalledRoot } from '../package/installedRoot.ts'
import { measureMemory } from './package/measureMemory.ts'
import { measureStart } from './package/measureStart.ts'
import type { Bench, BenchOptions, Report } from './row.ts'

/** The package's file, and the root in which it is installed. */
interface Installed {
  deb: string
  root: InstalledRoot
}

type Part = (installed: Installed, report: Report, options: BenchOptions) => Promise<void>

const parts: Record<string, Part> = {
  sizes: measureSizes,
  start: ({ root }, report, { quick }) => measureStart(root, report, quick),
  memory: ({ root }, report, { quick }) => measureMemory(root, report, quick),
}

/**
 * Measures Parley installed by dpkg, as an ordinary user runs it, beside an empty window of the
 * same browser.
 */
export const run: Bench = async (report, options) => {
  const unknown = options.only.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    throw new Error(
      `No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`,
    )
  }
  const obstacle = rootObstacle()
  if (obstacle !== undefined) return console.log(`  Nothing is measured here: ${obstacle}.`)
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-package-'))
  const root = await openRoot()
  try {
    const deb = await makePackage(folder, options.quick)
    await root.asRoot('dpkg', '--install', deb)
    for (const [name, measure] of Object.entries(parts)) {
      if (options.only.length > 0 && !options.only.includes(name)) continue
      console.log(`  … ${name}`)
      await measure({ deb, root }, report, options)
    }
  } finally {
    await root.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the deb, compressed as in a release unless `isFast`. Returns its path. */
async function makePackage(folder: string, isFast: boolean): Promise<string> {
  const { version = '' } = readManifest(projectRoot)
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  const options = { root: projectRoot, arch, version } as const
  const parley = join(folder, 'parley')
  await stageParley(parley, options)
  const time = Math.floor(Date.now() / 1000)
  return makeDeb(parley, folder, { ...options, isFast, time })
}

/** The most that the package may have in a release. */
const maxDebMegabytes = 60

async function measureSizes(
  { deb, root }: Installed,
  report: Report,
  { quick }: BenchOptions,
): Promise<void> {
  report({
    name: quick ? 'deb, not compressed' : 'deb',
    unit: 'MB',
    samples: [statSync(deb).size / 1e6],
    ...(!quick && { aim: { most: maxDebMegabytes } }),
  })
  report({
    name: 'installed',
    unit: 'MB',
    samples: [await megabytesOn(root, '/usr/lib/parley')],
    against: { name: 'Chromium', value: await megabytesOn(root, '/usr/lib/chromium') },
  })
}

/** Returns what a folder takes; a file with several names counts once. */
async function megabytesOn(root: InstalledRoot, folder: string): Promise<number> {
  return parseInt(await root.asRoot('du', '--summarize', '--block-size=1', folder)) / 1e6
}
