import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import type { ServerProcess } from '../../../src/main/processes/serverProcess.ts'
import { spawnServer } from '../../../src/main/processes/spawnServer.ts'

export interface TestServer {
  server: ServerProcess
  lines: string[]
  /** Resolves with the first line that begins so. */
  line: (beginning: string) => Promise<string>
  folder: string
}

/** Returns a new folder, which is removed at the test's end. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-server-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a program of Node with this script as a server. */
export async function startScript(
  script: string,
  limits = { lineBytes: 100_000, values: 1000 },
): Promise<TestServer> {
  const folder = await temporaryFolder()
  const lines: string[] = []
  const waiting: { beginning: string; resolve: (line: string) => void }[] = []
  const server = await spawnServer(
    {
      program: process.execPath,
      arguments: ['-e', script],
      environment: { PATH: process.env['PATH'] ?? '' },
      folder,
    },
    {
      marks: createServerMarks(join(folder, 'marks')),
      limits,
      onLine(line) {
        lines.push(line)
        for (const one of waiting) if (line.startsWith(one.beginning)) one.resolve(line)
      },
    },
  )
  onTestFinished(async () => void (await server.stop(0)))
  return {
    server,
    lines,
    folder,
    line: (beginning) =>
      new Promise((resolve) => {
        const found = lines.find((line) => line.startsWith(beginning))
        if (found === undefined) waiting.push({ beginning, resolve })
        else resolve(found)
      }),
  }
}

/** Whether a process runs; one that is dead and not collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8')
    return !/\) [ZX] /.test(stat)
  } catch {
    return false
  }
}

/** Returns the ids of the running processes whose command line holds this text. */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(text) && (await isRunning(Number(name)))) found.push(Number(name))
  }
  return found
}
