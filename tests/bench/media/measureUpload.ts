import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BenchOptions, Report } from '../row.ts'
import { reportBeside } from './reportBeside.ts'
import { runAlone } from './runAlone.ts'
import type { WatchedWork } from './watchMemory.ts'
import { withFileServer } from './withFileServer.ts'

const megabyte = 1_000_000
/** One in parts, and one that goes whole. */
const sizes = [500, 80]

/** Measures an upload to fal beside that of its client, each in a process of its own. */
export async function measureUpload(report: Report, { quick }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    for (const size of sizes) {
      const path = join(folder, `${String(size)}.mp4`)
      await writeFile(path, size)
      await withFileServer((origin) => measureFile(report, { origin, path, size, quick }))
      rmSync(path)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureFile(
  report: Report,
  { origin, path, size, quick }: { origin: string; path: string; size: number; quick: boolean },
): Promise<void> {
  const own: WatchedWork[] = []
  const client: WatchedWork[] = []
  // They take turns, so that the machine's other work meets both.
  for (let repeat = 0; repeat < (quick ? 3 : 9); repeat += 1) {
    own.push(await uploadOnce('parley', { origin, path, size }))
    client.push(await uploadOnce('client', { origin, path, size }))
  }
  const compare = (what: string, unit: string, of: (work: WatchedWork) => number, most?: number) =>
    reportBeside(report, {
      ...{ name: `upload of ${String(size)} MB, ${what}`, unit, own: own.map(of) },
      rival: { name: 'client', samples: client.map(of) },
      ...(most !== undefined && { most }),
    })
  compare('time', 's', ({ seconds }) => seconds, 1.1)
  compare('processor time', 's', ({ processorSeconds }) => processorSeconds)
  compare('memory', 'MB', ({ megabytes }) => megabytes, 1.5)
}

async function uploadOnce(
  who: 'parley' | 'client',
  { origin, path, size }: { origin: string; path: string; size: number },
): Promise<WatchedWork> {
  const watched = await runAlone('runUpload.ts', who, origin, path)
  const received = (await (await fetch(`${origin}/received`)).json()) as number
  // The end of an upload in parts is a few bytes of its own.
  if (received >= size * megabyte && received < (size + 1) * megabyte) return watched
  throw new Error(`Of ${String(size)} MB, ${String(received)} bytes have arrived`)
}

async function writeFile(path: string, size: number): Promise<void> {
  const block = Buffer.alloc(megabyte, 'video')
  await pipeline(Readable.from(Array.from({ length: size }, () => block)), createWriteStream(path))
}
