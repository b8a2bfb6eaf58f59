import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { killMain } from '../../main/processes/killMain.ts'
import { processesWith } from '../../main/processes/runningProcesses.ts'
import { mulberry32 } from '../../mulberry32.ts'
import type { BenchOptions, Report } from '../row.ts'

const graceMilliseconds = 3000
/** By then all three servers run, also on a busy machine. */
const latestMilliseconds = 1500

/** Kills main at 50 random moments while it starts and runs three servers, and counts what is left. */
export async function measureKills(report: Report, { quick }: BenchOptions): Promise<void> {
  const random = mulberry32(14)
  const samples: number[] = []
  for (let run = 0; run < (quick ? 5 : 50); run += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'parley-kill-'))
    await killMain(folder, Math.floor(random() * latestMilliseconds))
    await delay(graceMilliseconds)
    samples.push((await processesWith(folder)).length)
    await rm(folder, { recursive: true, force: true })
  }
  const name = `processes ${String(graceMilliseconds / 1000)} s after main was killed: most`
  report({ name, unit: 'processes', samples: [Math.max(...samples)], aim: { most: 0 } })
}
