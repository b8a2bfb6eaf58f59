import type { Bench, BenchOptions, Report } from './row.ts'
import { measureCall } from './tools/measureCall.ts'
import { measureFlood } from './tools/measureFlood.ts'
import { measureColdServer } from './tools/measureColdServer.ts'
import { measureHostile } from './tools/measureHostile.ts'
import { measureKills } from './tools/measureKills.ts'
import { measureSearch } from './tools/measureSearch.ts'

type Part = (report: Report, options: BenchOptions) => Promise<void>

const parts: Record<string, Part> = {
  call: measureCall,
  flood: measureFlood,
  coldServer: measureColdServer,
  hostile: measureHostile,
  kills: measureKills,
  search: measureSearch,
}

/** Measures what plugins and their tools cost Parley, and what hostile ones can. */
export const run: Bench = async (report, options) => {
  const unknown = options.only.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    throw new Error(
      `No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`,
    )
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    console.log(`  … ${name}`)
    await measure(report, options)
  }
}
