import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, BenchOptions, Report } from './row.ts'
import { measureListening } from './speech/measureListening.ts'
import { measureReading } from './speech/measureReading.ts'
import { measureRelease } from './speech/measureRelease.ts'

type Part = (folder: string, report: Report, options: BenchOptions) => Promise<void>

const parts: Record<string, Part> = {
  release: measureRelease,
  reading: measureReading,
  listening: measureListening,
}

/**
 * Measures dictation and reading aloud in the whole app, with fake servers and a file as the
 * microphone.
 */
export const run: Bench = async (report, options) => {
  const unknown = options.only.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    throw new Error(
      `No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`,
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-speech-'))
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (options.only.length > 0 && !options.only.includes(name)) continue
      console.log(`  … ${name}`)
      await measure(folder, report, options)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
