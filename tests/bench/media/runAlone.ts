import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { WatchedWork } from './watchMemory.ts'

const run = promisify(execFile)
const watchedSchema = z.object({
  seconds: z.number(),
  processorSeconds: z.number(),
  megabytes: z.number(),
})

/** Runs a script of this folder in a process of its own, and returns what it has measured. */
export async function runAlone(script: string, ...given: readonly string[]): Promise<WatchedWork> {
  const path = join(import.meta.dirname, script)
  const { stdout } = await run(process.execPath, ['--expose-gc', path, ...given])
  return watchedSchema.parse(JSON.parse(stdout))
}
