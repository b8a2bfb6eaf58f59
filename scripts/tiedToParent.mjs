import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @param {string} name */
export const hasCommand = (name) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

/**
 * Returns a command that ends with its parent process, even a killed one, if the system supports
 * that.
 * @param {string} command
 * @param {string[]} commandArguments
 * @returns {{ command: string, commandArguments: string[] }}
 */
export function tiedToParent(command, commandArguments) {
  if (process.platform !== 'linux' || !hasCommand('setpriv')) return { command, commandArguments }
  return {
    command: 'setpriv',
    commandArguments: ['--pdeathsig', 'TERM', '--', command, ...commandArguments],
  }
}
