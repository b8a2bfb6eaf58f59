import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { z } from 'zod'
import { projectRoot } from '../../../scripts/projectRoot.mjs'
import {
  createDocumentReader,
  type DocumentReader,
} from '../../../src/main/knowledge/reading/createDocumentReader.ts'
import { docxFile, htmlText, type Content } from '../../fakes/documents/officeFiles.ts'
import { pdfFile } from '../../fakes/documents/pdfFile.ts'
import type { BenchOptions, Report } from '../row.ts'

const run = promisify(execFile)
const measuredSchema = z.object({ seconds: z.number(), megabytes: z.number() })

const runs = 3
const linesPerPage = 45
const line = 'The harbour closes at dusk, and the lights of the quay go out one after the other, as'

/**
 * Measures reading: pages of a PDF per second of processor time, the most memory that the whole
 * process takes for a long document of each kind, and what 1,000 small files do to main's loop.
 */
export async function measureReading(report: Report, { quick }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-reading-'))
  const reader = createDocumentReader({
    entry: new URL('../../../src/main/knowledge/reading/documentWorker.ts', import.meta.url),
    pdfium: join(projectRoot, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
  })
  try {
    const repeats = quick ? 1 : runs
    await measureLong(folder, quick ? 500 : 5000, repeats, report)
    await measureMany(folder, reader, quick ? 100 : 1000, repeats, report)
  } finally {
    await reader.close()
    rmSync(folder, { recursive: true })
  }
}

async function measureLong(
  folder: string,
  pages: number,
  repeats: number,
  report: Report,
): Promise<void> {
  const speeds: number[] = []
  for (const [name, bytes] of Object.entries(longFiles(pages))) {
    writeFileSync(join(folder, name), bytes)
    const memory: number[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const { seconds, megabytes } = await readAlone(join(folder, name))
      memory.push(megabytes)
      if (name.endsWith('.pdf')) speeds.push(pages / seconds)
    }
    report({ name: `memory, ${name}`, unit: 'MB', samples: memory, aim: { most: 400 } })
  }
  report({ name: 'PDF pages', unit: 'pages/CPU s', samples: speeds, aim: { least: 150 } })
}

function longFiles(pages: number): Record<string, string | Buffer> {
  const texts = (page: number): { text: string; x: number; y: number }[] =>
    Array.from({ length: linesPerPage }, (_, at) => ({
      text: `${String(at)} ${line} ${String(page * at)}`.slice(0, 60),
      x: 50,
      y: 780 - at * 16,
    }))
  const paragraphs = Array.from({ length: pages * 10 }, (_, at): Content => ({
    kind: 'paragraph',
    text: `${String(at)} ${line}`,
  }))
  return {
    'long.pdf': pdfFile(Array.from({ length: pages }, (_, page) => ({ texts: texts(page) }))),
    'long.docx': docxFile(paragraphs),
    'long.html': htmlText(paragraphs),
    'long.log': `${line}\n`.repeat(pages * 200),
    'long.csv': `a,b,${line}\n`.repeat(pages * 200),
  }
}

async function measureMany(
  folder: string,
  reader: DocumentReader,
  count: number,
  repeats: number,
  report: Report,
): Promise<void> {
  const names = Array.from({ length: count }, (_, at) => `${String(at)}.md`)
  const text = `# Harbours\n\n${`${line}. `.repeat(50)}\n`
  for (const name of names) writeFileSync(join(folder, name), text + name)
  const delays: number[] = []
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const start = performance.now()
    for (const name of names) await reader.readDocument({ path: join(folder, name), name })
    times.push((performance.now() - start) / count)
    delay.disable()
    delays.push(delay.percentile(99) / 1e6)
  }
  report({
    name: 'main’s loop while small files are read, p99',
    unit: 'ms',
    samples: delays,
    aim: { most: 20 },
  })
  report({ name: 'a small file', unit: 'ms', samples: times })
}

/** Reads a file in a process of its own, whose memory is then that of the reading. */
async function readAlone(path: string): Promise<{ seconds: number; megabytes: number }> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'readOne.ts'), path])
  return measuredSchema.parse(JSON.parse(stdout))
}
