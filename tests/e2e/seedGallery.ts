import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../src/main/app/migrations.ts'
import { insertJob } from '../../src/main/media/jobs/jobRow.ts'
import { insertOutput, type NewOutput } from '../../src/main/media/outputs/outputRow.ts'
import { createBlobs } from '../../src/main/storage/blobs.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { historyPath } from '../../src/main/storage/paths.ts'
import { paintHills } from './paintHills.ts'

/** So many files serve all outputs: each output still gets a small picture of its own. */
const pictures = 12
const shapes = [
  [1024, 1024],
  [1344, 768],
  [832, 1216],
] as const

/** Creates a data folder whose gallery has so many pictures. Returns the folder's path. */
export async function seedGallery(count: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  const blobs = createBlobs(join(folder, 'files'))
  const files: Pick<NewOutput, 'fileId' | 'sizeBytes' | 'width' | 'height'>[] = []
  for (let number = 0; number < pictures; number += 1) {
    const [width, height] = shapes[number % shapes.length] ?? shapes[0]
    const writer = await blobs.create()
    await writer.append(await paintHills(width, height, number))
    const { id, sizeBytes } = await writer.finish()
    files.push({ fileId: id, sizeBytes, width, height })
  }
  const database = openDatabase({ path: historyPath(folder), migrations })
  database.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const file = files[number % files.length]
      if (!file) continue
      const id = crypto.randomUUID()
      const createdAt = 1_790_000_000_000 + number * 1000
      insertJob(
        database,
        {
          ...{ id, providerId: 'fake', modelId: 'painter', providerName: 'Fake' },
          ...{ modelName: 'Painter', kind: 'image', state: 'done', cancelling: false },
          ...{ resumable: true, prompt: `Hills in the evening, number ${String(number)}` },
          ...{ values: {}, seed: null, parentIds: [], conversationId: null, estimate: null },
          ...{
            price: null,
            position: null,
            progress: null,
            error: null,
            until: null,
            fieldErrors: [],
          },
          ...{ requestId: null, createdAt, submittedAt: createdAt, endedAt: createdAt },
          ...{ consents: 1, posts: 1, sent: null, handle: null, result: null, restOf: null },
          asked: null,
        },
        [],
      )
      insertOutput(database, {
        ...file,
        ...{ id: crypto.randomUUID(), jobId: id, ordinal: 0, kind: 'image' },
        ...{ mediaType: 'image/png', durationMilliseconds: null, seed: null, flagged: false },
        ...{ favourite: false, cut: false, createdAt, deletedAt: null },
      })
    }
  })
  database.close()
  return folder
}
