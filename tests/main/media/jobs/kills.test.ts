import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { usedMediaFiles } from '../../../../src/main/media/outputs/outputs.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { openBenchFal } from '../../../bench/media/openBenchFal.ts'
import { fakePicture, startFakeFal } from '../../../fakes/fakeFal.ts'
import { falCourse } from '../../../fakes/falCourse.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { killMoments, type KilledAt } from './killMoments.ts'
import { cachedNode } from '../../cachedNode.ts'

const killedJob = fileURLToPath(new URL('killedJob.ts', import.meta.url))

/** Starts a job in a process of its own, which is killed at the moment. Returns what is left. */
async function killAt(moment: KilledAt) {
  const folder = temporaryFolder()
  const id = crypto.randomUUID()
  let posts = 0
  let kill = (): void => undefined
  const pass = (at: KilledAt): void => {
    if (at === moment) kill()
  }
  const fal = await startFakeFal({
    statuses: falCourse,
    streams: [moment === 'its state is asked' ? 'missing' : 'good'],
    onRequest({ method, path }) {
      if (path.startsWith('/put/')) pass('its input is sent')
      else if (path.endsWith('/status')) pass('its state is asked')
      else if (method === 'DELETE') pass('it is deleted at fal')
      else if (method === 'POST' && path.startsWith('/fal-ai/')) {
        posts += 1
        pass('it arrives')
      }
    },
    file(response, { path }) {
      if (moment !== 'half of the file is there' || !path.endsWith('.png') || isKilled) return false
      response.writeHead(200, { 'content-length': '9999' })
      response.write(fakePicture(1).subarray(0, 40), kill)
      return true
    },
  })
  onTestFinished(fal.close)
  let isKilled = false
  const child = spawn(
    process.execPath,
    [...cachedNode, killedJob, folder, fal.origin, id, moment],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  kill = () => {
    if (!isKilled) child.kill('SIGKILL')
    isKilled = true
  }
  await once(child, 'close')
  expect(child.signalCode).toBe('SIGKILL')
  isKilled = true
  return { folder, id, fal, posts: () => posts }
}

/** Opens what is left as the next start does, but for its pauses, which take no time. */
function openAgain(folder: string, origin: string) {
  let passed = 0
  const elapsed = (): number => (passed += 1000)
  const media = openBenchFal({ folder, origin, elapsed, isDeleting: () => true })
  onTestFinished(media.crash)
  return media
}

test.each(killMoments)(
  'killed when %s: it is paid once, and its picture is there whole',
  async (moment) => {
    const { folder, id, fal, posts } = await killAt(moment)
    const media = openAgain(folder, fal.origin)
    for (const output of media.outputs(id)) {
      expect(existsSync(media.blobs.path(String(output['file_id'])))).toBe(true)
    }
    if (moment === 'it is about to be sent') {
      // It never left, but nobody can know that: the user decides.
      expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'unknown' })
      expect(posts()).toBe(0)
      media.jobs.submitAgain(id)
    }
    expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done', error: null })
    expect([posts(), fal.billed]).toEqual([1, 1])
    // A deletion whose answer was lost is asked for again.
    expect(new Set(fal.deleted)).toEqual(new Set([fal.jobs[0]?.id]))
    const outputs = media.outputs(id)
    expect(outputs).toHaveLength(1)
    const fileId = String(outputs[0]?.['file_id'])
    expect(await readFile(media.blobs.path(fileId))).toEqual(fakePicture(1))
    const used = new Set(usedMediaFiles(media.database))
    await media.blobs.sweep(used, -1000)
    expect(new Set(readdirSync(join(folder, 'files')))).toEqual(used)
  },
)
