import { installRivals } from './rivals/installRivals.ts'
import { measureDownload } from './media/measureDownload.ts'
import { measureGallery } from './media/measureGallery.ts'
import { measureMask } from './media/measureMask.ts'
import { measurePosts } from './media/measurePosts.ts'
import { measureRecovered } from './media/measureRecovered.ts'
import { measureStalls } from './media/measureStalls.ts'
import { measureStatuses } from './media/measureStatuses.ts'
import { measureThumbnails } from './media/measureThumbnails.ts'
import { measureUpload } from './media/measureUpload.ts'
import type { Bench, BenchOptions, Report } from './row.ts'

type Part = (report: Report, options: BenchOptions) => Promise<void>

const parts: Record<string, Part> = {
  gallery: measureGallery,
  thumbnails: measureThumbnails,
  mask: measureMask,
  posts: measurePosts,
  recovered: measureRecovered,
  stalls: measureStalls,
  statuses: measureStatuses,
  upload: measureUpload,
  download: measureDownload,
}

/** Measures what media jobs, their files and pictures cost, beside fal's own client. */
export const run: Bench = async (report, options) => {
  const unknown = options.only.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    throw new Error(
      `No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`,
    )
  }
  await installRivals('media')
  for (const [name, measure] of Object.entries(parts)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    console.log(`  … ${name}`)
    await measure(report, options)
  }
}
