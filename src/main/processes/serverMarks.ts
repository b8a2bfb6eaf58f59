import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { scriptEnvironment, sweepScript } from './guardian.ts'

const run = promisify(execFile)
const markSchema = z.uuid()

/** The running servers, noted in a folder with a file for each, so that no start loses them. */
export interface ServerMarks {
  /** Notes a server. Called before it starts, because main may be killed right after. */
  add: (mark: string) => void
  /** Notes the process too: on Windows nothing else leads to it. */
  setProcess: (mark: string, pid: number) => void
  remove: (mark: string) => void
  /** Kills what an earlier run of Parley left. */
  reap: () => Promise<void>
}

export function createServerMarks(folder: string): ServerMarks {
  const fileOf = (mark: string): string => join(folder, mark)
  return {
    add(mark) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(fileOf(mark), '')
    },
    setProcess: (mark, pid) => writeFileSync(fileOf(mark), String(pid)),
    remove: (mark) => rmSync(fileOf(mark), { force: true }),
    async reap() {
      const marks = readMarks(folder)
      if (marks.length === 0) return
      if (process.platform === 'win32') {
        for (const mark of marks) await endWindowsTree(Number(readFileSync(fileOf(mark), 'utf8')))
      } else {
        await signalMarked('KILL', marks)
      }
      for (const mark of marks) rmSync(fileOf(mark), { force: true })
    },
  }
}

function readMarks(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => markSchema.safeParse(name).success)
  } catch {
    return []
  }
}

/** Signals every process that has one of these marks in its environment. Not for Windows. */
export async function signalMarked(signal: 'TERM' | 'KILL', marks: readonly string[]) {
  const script = ['-c', sweepScript, 'sh', signal, ...marks]
  await run('/bin/sh', script, { env: scriptEnvironment }).catch(() => undefined)
}

/** Ends a process with all that it started, on Windows. */
export async function endWindowsTree(pid: number): Promise<void> {
  if (!Number.isInteger(pid) || pid <= 0) return
  // Windows would look for the bare name in the working folder first.
  const folder = process.env['SYSTEMROOT'] ?? 'C:\\Windows'
  await run(join(folder, 'System32', 'taskkill.exe'), ['/pid', String(pid), '/T', '/F']).catch(
    () => undefined,
  )
}
