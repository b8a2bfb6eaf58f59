import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, extname, isAbsolute, join, resolve } from 'node:path'
import { AppError } from '../../shared/errors.ts'

/** Extensions of programs that Windows starts without a shell. */
const windowsExtensions = ['.exe', '.com']

/**
 * Returns the absolute path of a program, as a shell would find it. A name with a slash is resolved
 * against `folder`. Errors: pluginProgramMissing, which says what was searched.
 */
export async function findProgram(
  command: string,
  { path, folder }: { path: string; folder: string },
): Promise<string> {
  const isPath = isAbsolute(command) || /[\\/]/.test(command)
  const folders = isPath ? [''] : path.split(delimiter).filter((entry) => isAbsolute(entry))
  for (const entry of folders) {
    const base = isPath ? resolve(folder, command) : join(entry, command)
    for (const candidate of candidates(base)) {
      if (await isProgram(candidate)) return candidate
    }
  }
  throw notFound(command, folders)
}

function candidates(base: string): string[] {
  if (process.platform !== 'win32' || windowsExtensions.includes(extname(base).toLowerCase())) {
    return [base]
  }
  return windowsExtensions.map((extension) => base + extension)
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, process.platform === 'win32' ? constants.F_OK : constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

function notFound(command: string, folders: readonly string[]): AppError {
  const searched = folders.filter((entry) => entry !== '')
  const where = searched.length > 0 ? `. Searched: ${searched.join(', ')}` : ''
  return new AppError('pluginProgramMissing', `There is no program “${command}”`, {
    subject: command,
    answer: `There is no program “${command}”${where}`.slice(0, 2000),
  })
}
