import type { Keychain } from '../secrets/keychain.ts'
import { exitCodes } from './exitCodes.ts'
import { help } from './help.ts'
import { parseCommand } from './parseCommand.ts'
import type { ReadDocument } from './questionFiles.ts'
import type { Delay } from './readInput.ts'
import { tell, write, type Terminal } from './terminal.ts'

export interface CommandOptions {
  terminal: Terminal
  version: string
  /** Returns the folder of settings; `chosen` is the one that the user named. */
  findFolder: (chosen: string | undefined) => string
  readDocument: ReadDocument
  /** Fires at Ctrl+C. */
  signal: AbortSignal
  env?: NodeJS.ProcessEnv
  keychain?: Keychain
  /** The clock of the notice about a silent standard input. */
  delay?: Delay
}

/** Runs a command that needs no window. Returns its exit code; undefined if it is none. */
export async function runCommand(
  given: readonly string[],
  options: CommandOptions,
): Promise<number | undefined> {
  const { terminal, version, findFolder } = options
  const command = parseCommand(given)
  switch (command.kind) {
    case 'window':
      return undefined
    case 'help':
      await write(terminal.output, help)
      return exitCodes.answered
    case 'version':
      await write(terminal.output, `Parley ${version}\n`)
      return exitCodes.answered
    case 'wrong':
      await tell(terminal, `${command.problem}\nTry: parley --help`)
      return exitCodes.usage
    case 'ask': {
      // Loaded now: `--help` needs no provider.
      const { ask } = await import('./ask.ts')
      return ask(command, { ...options, folder: findFolder(command.dataFolder) })
    }
  }
}
