import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { AppError } from '../../shared/errors.ts'
import { late, within } from '../timeLimit.ts'
import { guardianEnvironment, guardianScript, markVariable } from './guardian.ts'
import { hiddenArgumentsDescriptor } from './guardian.ts'
import { keepTail } from './keepTail.ts'
import { lastWords } from './lastWords.ts'
import { readLines, type LineLimits } from './readLines.ts'
import { endWindowsTree, signalMarked, type ServerMarks } from './serverMarks.ts'
import type { ServerEnd, ServerProcess } from './serverProcess.ts'

export interface ServerCommand {
  /** The program's absolute path. */
  program: string
  arguments: readonly string[]
  /** The whole environment: nothing of Parley's own is added. */
  environment: Readonly<Record<string, string>>
  /** The working folder. */
  folder: string
  /**
   * Further arguments, which the program reads from `hiddenArgumentsDescriptor`, each ended by a
   * NUL: `ps` shows the others to every user of the machine. Not for Windows.
   */
  hiddenArguments?: readonly string[]
}

export interface SpawnOptions {
  marks: ServerMarks
  limits: LineLimits
  /** Gets each line of the server's output. */
  onLine: (line: string) => void
}

const graceMillisecondsDefault = 1000
/** The time that the guardian gets to kill a tree: on a busy machine its look-up takes seconds. */
const guardianMilliseconds = 10_000

/**
 * Starts a server, whose input and output are lines. Nothing that it starts outlives it, or Parley:
 * except on Windows a guardian sees to it (guardian.ts). Errors: pluginNotStarted.
 */
export async function spawnServer(
  command: ServerCommand,
  { marks, limits, onLine }: SpawnOptions,
): Promise<ServerProcess> {
  assertPassable(command)
  const mark = randomUUID()
  marks.add(mark)
  const child = start(command, mark)
  try {
    await once(child, 'spawn')
  } catch (error) {
    marks.remove(mark)
    throw startError(command, error)
  }
  const pid = child.pid ?? 0
  marks.setProcess(mark, pid)
  const { stdin, stdout, stderr, life } = streamsOf(child)
  const errorTail = keepTail(stderr)
  let by: ServerEnd['by'] = null
  let code: number | null = null
  // The guardian tells the status of a server that ended by itself.
  life?.on('data', (chunk: Buffer) => (code = Number(chunk.toString('utf8'))))
  life?.on('error', () => undefined)
  stdin.on('error', () => undefined)

  const exited = new Promise<void>((resolve) => {
    child.once('exit', (status) => {
      code ??= status
      resolve()
    })
  })
  const ended = exited.then(async () => {
    if (process.platform !== 'win32') await signalMarked('KILL', [mark])
    marks.remove(mark)
    for (const stream of [stdin, stdout, stderr, life]) stream?.destroy()
    return { code, by }
  })
  const kill = async (): Promise<ServerEnd> => {
    if (life) {
      life.destroy()
      if ((await within(guardianMilliseconds, ended)) === late) signalGroup(pid, 'SIGKILL')
    } else {
      await endWindowsTree(pid)
    }
    return ended
  }
  const stop = async (grace = graceMillisecondsDefault): Promise<ServerEnd> => {
    by ??= 'request'
    stdin.end()
    if ((await within(grace, ended)) !== late) return ended
    if (life) {
      signalGroup(pid, 'SIGTERM')
      await signalMarked('TERM', [mark])
      if ((await within(grace, ended)) !== late) return ended
    }
    return kill()
  }
  readLines(stdout, limits, onLine).then(
    (result) => {
      if (result === 'ended') return
      by ??= 'longLine'
      void kill()
    },
    // The stream was destroyed: the server has ended.
    () => undefined,
  )
  return { pid, send: (line) => writeLine(stdin, line, ended), errorTail, ended, stop }
}

function start(command: ServerCommand, mark: string): ChildProcess {
  const { program, folder, environment, hiddenArguments = [] } = command
  const shared = { cwd: folder, windowsHide: true } as const
  if (process.platform === 'win32') {
    const env = { ...environment, [markVariable]: mark }
    return spawn(program, command.arguments, { ...shared, env, stdio: ['pipe', 'pipe', 'pipe'] })
  }
  // The mark is the guardian's to give.
  const { [markVariable]: _, ...variables } = environment
  const script = guardianScript(Object.keys(variables).length)
  const child = spawn('/bin/sh', ['-c', script, 'sh', mark, program, ...command.arguments], {
    ...shared,
    env: guardianEnvironment(variables),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  const hidden = child.stdio[hiddenArgumentsDescriptor]
  if (hidden instanceof Duplex) {
    // A program that ends at once does not read them.
    hidden.on('error', () => undefined)
    hidden.end(hiddenArguments.map((argument) => `${argument}\0`).join(''))
  }
  return child
}

/**
 * Refuses what a process can't be given, or what would end up in another variable or argument.
 * Errors: pluginNotStarted, with the name.
 */
export function assertPassable(command: ServerCommand): void {
  const { arguments: given, environment, hiddenArguments } = command
  for (const name of Object.keys(environment)) {
    if (name === '' || name.includes('=')) throw unpassable(command, name)
  }
  const entries = Object.entries(environment).map((entry) => entry.join('='))
  for (const text of [...given, ...entries, ...(hiddenArguments ?? [])]) {
    if (text.includes('\0')) throw unpassable(command, text.split(/[=\0]/)[0] ?? '')
  }
}

function unpassable({ program }: ServerCommand, name: string): AppError {
  const answer = `No program can be given “${name.slice(0, 300)}”`
  const details = { subject: program, answer, lastLine: answer }
  return new AppError('pluginNotStarted', 'An argument or a variable can not be passed on', details)
}

interface ServerStreams {
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** The guardian's socket; null on Windows. */
  life: Duplex | null
}

function streamsOf({ stdin, stdout, stderr, stdio }: ChildProcess): ServerStreams {
  if (!stdin || !stdout || !stderr) throw new Error('A server has no streams')
  const life = stdio[3]
  return { stdin, stdout, stderr, life: life instanceof Duplex ? life : null }
}

async function writeLine(stdin: Writable, line: string, ended: Promise<unknown>): Promise<void> {
  if (!stdin.writable) return
  if (!stdin.write(`${line}\n`)) {
    // It fails if the server ends before it reads on.
    await Promise.race([once(stdin, 'drain').catch(() => undefined), ended])
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}

function startError({ program }: ServerCommand, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const details = { subject: program, answer: reason.slice(0, 2000), lastLine: lastWords(reason) }
  return new AppError('pluginNotStarted', 'A program could not be started', details, cause)
}
