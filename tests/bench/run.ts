import { readdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Bench, BenchOptions, Measurement, Row } from './row.ts'
import { toRow } from './row.ts'
import { formatTable } from './table.ts'

const suffix = '.bench.ts'

interface Options extends BenchOptions {
  names: string[]
  jsonFile: string | undefined
}

function parseOptions(given: string[]): Options {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      quick: { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      embedder: { type: 'string' },
    },
  })
  const { json, ...options } = values
  return { ...options, names: positionals, jsonFile: json }
}

function chooseGroups(names: readonly string[]): string[] {
  const groups = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .toSorted()
  const unknown = names.filter((name) => !groups.includes(name))
  if (unknown.length > 0) {
    throw new Error(`No such benchmark: ${unknown.join(', ')}. There are: ${groups.join(', ')}`)
  }
  return names.length > 0 ? [...names] : groups
}

async function loadBench(group: string): Promise<Bench> {
  const address = new URL(`${group}${suffix}`, import.meta.url).href
  const module = (await import(address)) as { run?: Bench }
  if (!module.run) throw new Error(`${group}${suffix} exports no run().`)
  return module.run
}

/** Measures the named groups, all of them by default, and prints one table. */
async function main(): Promise<void> {
  const { names, jsonFile, ...options } = parseOptions(process.argv.slice(2))
  const rows: Row[] = []
  const failures: string[] = []
  for (const group of chooseGroups(names)) {
    console.log(`… ${group}`)
    const report = (measurement: Measurement): void => {
      const row = toRow(measurement)
      rows.push(row)
      // Printed at once: a run that is interrupted keeps its rows so far.
      console.log(`    ${row.name}: ${row.value.toFixed(2)} ${row.unit}`)
    }
    try {
      await (
        await loadBench(group)
      )(report, options)
    } catch (error) {
      failures.push(group)
      console.error(`${group} failed:`, error)
    }
  }
  console.log(`\n${formatTable(rows)}\n`)
  if (jsonFile) writeFileSync(jsonFile, `${JSON.stringify(rows, null, 2)}\n`)
  const missed = rows.filter((row) => row.met === false).length + failures.length
  console.log(`${rows.length - missed + failures.length} passed, ${missed} failed`)
  process.exitCode = missed > 0 ? 1 : 0
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
})
