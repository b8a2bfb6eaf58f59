import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mulberry32 } from '../../../mulberry32.ts'
import { killAfter } from '../../killAfter.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { testEmbedder } from '../embedding/testEmbedder.ts'
import { openTestKnowledge } from '../openTestKnowledge.ts'
import { startTestService } from './startTestService.ts'

const script = fileURLToPath(new URL('../indexScript.ts', import.meta.url))
/** More by `KILLS=50`, for a long run. */
const kills = Number(process.env['KILLS'] ?? 1)
const random = mulberry32(Number(process.env['SEED'] ?? 8))
const papers = 30

test(
  'an upload that is killed at random moments is completed, and nothing goes up twice',
  { timeout: 600_000 },
  async () => {
    const root = temporaryFolder()
    for (let index = 0; index < papers; index += 1) {
      writeFileSync(join(root, `paper-${String(index)}.md`), `Paper ${String(index)} of many.`)
    }
    for (let kill = 0; kill < kills; kill += 1) {
      const service = await startTestService()
      const folder = temporaryFolder()
      const order = JSON.stringify({ folder, origin: service.origin, root, isHosted: true })
      // A request more than the uploads is the store's; some of the batch's follow.
      const requests = 1 + Math.floor(random() * (papers + 4))
      const { reports } = await killAfter<{ id: string }>(script, order, async () => {
        while (service.requests.length < requests) {
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      })
      const baseId = reports[0]?.id ?? ''
      const { providers } = testEmbedder(service.origin)
      const again = openTestKnowledge({ providers }, folder)
      // A kill may come before the folder was added.
      await again.handlers.addPaths({ baseId, paths: [root] }, again.caller)
      again.knowledge.begin()
      for (;;) {
        const { counts, hosted } = await again.untilDone(baseId)
        if (counts.ready === papers && hosted?.files === papers) break
      }
      await again.close()
      expect(service.uploaded).toHaveLength(papers)
      expect(service.files.size).toBe(papers)
      expect([...service.stores.values()].map(({ files }) => files.size)).toEqual([papers])
    }
  },
)
