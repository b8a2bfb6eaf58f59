import { median, type BenchOptions, type Report } from '../row.ts'
import { runAlone } from './runAlone.ts'
import { withFileServer } from './withFileServer.ts'

const sizes = [50, 500]
const maxMegabytes = 64
/** Memory that the large result may take, as a multiple of the small one's. */
const maxGrowth = 1.2

/**
 * Measures the memory of a process in which a job of Parley fetches and stores its result, beside a
 * fetch that writes to a file and neither checks nor hashes.
 */
export async function measureDownload(report: Report, { quick }: BenchOptions): Promise<void> {
  const medians: number[] = []
  await withFileServer(async (origin) => {
    for (const size of sizes) {
      const url = `${origin}/video?bytes=${String(size * 1_000_000)}`
      const own: number[] = []
      const alone: number[] = []
      for (let repeat = 0; repeat < (quick ? 3 : 7); repeat += 1) {
        own.push((await runAlone('runDownload.ts', 'parley', url)).megabytes)
        alone.push((await runAlone('runDownload.ts', 'fetch', url)).megabytes)
      }
      const against = { name: 'fetch to a file', value: median(alone) }
      report({
        name: `download of ${String(size)} MB, memory over idle`,
        ...{ unit: 'MB', samples: own, against, aim: { most: maxMegabytes } },
      })
      medians.push(median(own))
    }
  })
  const [small = Number.NaN, large = Number.NaN] = medians
  report({
    name: 'download: memory of 500 MB to that of 50 MB',
    ...{ unit: '×', samples: [large / small], aim: { most: maxGrowth } },
  })
}
