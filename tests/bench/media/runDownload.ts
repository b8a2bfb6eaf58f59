/** Fetches one result by a job of Parley or by fetch alone, and prints what it took. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { openMediaParts } from '../../main/media/openMediaParts.ts'
import { FakeService } from '../../main/media/fakeService.ts'
import { watchMemory } from './watchMemory.ts'

const [who = '', url = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))

function byParley(): () => Promise<void> {
  const service = new FakeService()
  service.result = () => ({ files: [{ url }], price: null })
  const media = openMediaParts({ folder, providers: [service.queueing()] })
  return async () => {
    const { id } = await media.create({ prompt: 'A film' })
    const { error } = await media.until(id, 'done', 'failed')
    if (error) throw new Error(error.message)
  }
}

const byFetch = (): (() => Promise<void>) => async () => {
  const { body } = await fetch(url)
  await body?.pipeTo(Writable.toWeb(createWriteStream(join(folder, 'result'))))
}

const watched = await watchMemory(who === 'parley' ? byParley() : byFetch())
process.stdout.write(JSON.stringify(watched))
rmSync(folder, { recursive: true, force: true })
process.exit()
