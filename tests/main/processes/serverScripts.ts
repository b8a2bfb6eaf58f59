import { mkdtemp, rm } from 'node:fs/promises'
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
