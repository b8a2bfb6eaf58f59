import { spawn } from 'node:child_process'
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { findProgram } from './findProgram.ts'
import { keepTail } from './keepTail.ts'
import { lastWords } from './lastWords.ts'
import { loginPath } from './loginPath.ts'

export interface PackageReference {
  name: string
  /** An exact version, or a tag such as `latest`, which is looked up once. */
  version: string
}

/** A package on this machine. */
export interface InstalledPackage {
  /** The folder with the package and everything that it needs. */
  directory: string
  /** The file that Node starts. */
  file: string
  /** The exact version. */
  version: string
}

export interface InstallOptions {
  /** The folder that holds this package alone. */
  directory: string
  signal: AbortSignal
  /** The registry's address; that of the user's own settings by default. */
  registry?: string
}

const installMilliseconds = 180_000
const nameForm = /^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/
const versionForm = /^[a-z\d][\w.+-]*$/i

const manifestSchema = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  main: z.string().optional(),
})

/**
 * Installs a package of npm, once: what is installed stays as it is, and later starts need neither
 * npm nor a network. The scripts of the package and of all it depends on do not run. Errors:
 * pluginNotStarted with npm's last words, aborted.
 */
export async function installPackage(
  reference: PackageReference,
  options: InstallOptions,
): Promise<InstalledPackage> {
  const { name, version } = reference
  if (!nameForm.test(name) || name.length > 214 || !versionForm.test(version)) {
    throw failure(name, 'This is not the name and version of a package')
  }
  const { directory } = options
  const known = await readInstalled(name, directory)
  if (known) return known
  const unfinished = `${directory}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  try {
    await writeFile(join(unfinished, 'package.json'), '{"private":true}\n')
    await runNpm(`${name}@${version}`, unfinished, options)
    await rm(directory, { recursive: true, force: true })
    await rename(unfinished, directory)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  const installed = await readInstalled(name, directory)
  if (!installed) throw failure(name, 'The package has no program')
  return installed
}

async function readInstalled(name: string, directory: string): Promise<InstalledPackage | null> {
  const folder = join(directory, 'node_modules', ...name.split('/'))
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  const manifest = text === null ? null : manifestSchema.safeParse(parseJson(text))
  if (!manifest?.success) return null
  const { bin, main, version } = manifest.data
  const named = typeof bin === 'object' ? (bin[lastPart(name)] ?? Object.values(bin)[0]) : bin
  const relative = named ?? main
  if (relative === undefined) return null
  const file = await realpath(join(folder, relative)).catch(() => null)
  // A package starts nothing that lies elsewhere.
  const inside = await realpath(directory)
  return file?.startsWith(inside + sep) ? { directory, file, version } : null
}

const lastPart = (name: string): string => name.split('/').at(-1) ?? name

async function runNpm(
  specification: string,
  folder: string,
  { signal, registry }: InstallOptions,
): Promise<void> {
  const path = await loginPath()
  const [program, ...first] = await npmCommand(path, folder)
  const parts = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev']
  const flags = ['--no-update-notifier', '--loglevel=error', '--install-links=true']
  const env = { ...process.env, PATH: [dirname(program), path].join(delimiter) }
  const registryFlag = registry === undefined ? [] : [`--registry=${registry}`]
  const child = spawn(
    program,
    [...first, ...parts, ...flags, ...registryFlag, '--', specification],
    {
      cwd: folder,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    },
  )
  const tail = keepTail(child.stderr)
  child.stdout.resume()
  const ending = AbortSignal.any([signal, AbortSignal.timeout(installMilliseconds)])
  const kill = (): void => killGroup(child.pid)
  ending.addEventListener('abort', kill, { once: true })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('exit', resolve)
  try {
    const code = await promise
    if (signal.aborted) throw new AppError('aborted', 'The installation was stopped')
    if (ending.aborted) throw failure(specification, `${tail()}\nIt took too long`.trim())
    if (code !== 0) throw failure(specification, tail() || `npm ended with ${String(code)}`)
  } finally {
    ending.removeEventListener('abort', kill)
  }
}

/** On Windows npm is a script of the shell, so Node gets npm's own file. */
async function npmCommand(path: string, folder: string): Promise<[string, ...string[]]> {
  if (process.platform !== 'win32') return [await findProgram('npm', { path, folder })]
  const node = await findProgram('node', { path, folder })
  return [node, join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js')]
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function failure(subject: string, answer: string): AppError {
  const details = { subject, answer: answer.slice(-2000), lastLine: lastWords(answer) }
  return new AppError('pluginNotStarted', 'A package could not be installed', details)
}
