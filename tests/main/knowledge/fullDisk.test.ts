import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canMount, mountSmallDisk } from '../storage/smallDisk.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

test.runIf(canMount)(
  'a full disk holds the job with its sentence, and it goes on by itself once there is room',
  async () => {
    const disk = mountSmallDisk('24m')
    const folder = join(disk.folder, 'data')
    mkdirSync(folder)
    const root = temporaryFolder()
    const names = Array.from({ length: 60 }, (_, index) => `paper-${String(index)}.md`)
    for (const [index, name] of names.entries()) {
      const words = Array.from({ length: 4000 }, (_, word) => `w${String(index)}x${String(word)}`)
      writeFileSync(join(root, name), words.join(' '))
    }
    const opened = openTestKnowledge({}, folder)
    const { create, handlers, caller, untilDone, list, jobs } = opened
    const baseId = await create()
    const paths = names.map((name) => join(root, name))
    await handlers.addPaths({ baseId, paths: paths.slice(0, 5) }, caller)
    await untilDone(baseId)
    await handlers.addPaths({ baseId, paths }, caller)
    disk.fill()
    for (;;) {
      const job = (await jobs.handlers()?.list({}, caller))?.find(({ error }) => error !== null)
      if (job) {
        expect(job).toMatchObject({ state: 'paused', error: { code: 'diskFull' } })
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const search = async (query: string) => {
      const given = { baseIds: [baseId], query, filter: {}, limit: 5 }
      return (await handlers.search(given, caller)).hits.map(({ sourceName }) => sourceName)
    }
    expect(await search('w3x17')).toEqual(['paper-3.md'])
    disk.free()
    const states = async () => (await list(baseId)).map(({ status }) => status.state)
    await expect.poll(states, { timeout: 60_000 }).toEqual(names.map(() => 'ready'))
    await untilDone(baseId)
    expect(await search('w59x3999')).toEqual(['paper-59.md'])
  },
)
