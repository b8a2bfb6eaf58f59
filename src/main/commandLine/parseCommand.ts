import { parseArgs } from 'node:util'
import { runWords } from './switches.ts'

/** A command line that needs no window; `window` stands for every other. */
export type Command =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; problem: string }
  | AskCommand
  | WindowCommand

export interface WindowCommand {
  kind: 'window'
  /** The arguments, in which a switch stands for `run` and its word. */
  given: readonly string[]
}

export interface AskCommand {
  kind: 'ask'
  /** Empty if it is to be read from standard input. */
  question: string
  /** As the user typed it; undefined for the default model. */
  model: string | undefined
  files: string[]
  json: boolean
  /** Whether standard input is read where it is no terminal. */
  readsInput: boolean
  /** The folder that `--user-data-dir` names. */
  dataFolder: string | undefined
}

const askOptions = {
  model: { type: 'string', short: 'm' },
  file: { type: 'string', short: 'f', multiple: true },
  json: { type: 'boolean' },
  'no-stdin': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  'user-data-dir': { type: 'string' },
} as const

/** Reads the user's own arguments, without the program and the app's folder. */
export function parseCommand(given: readonly string[]): Command {
  const at = given.findIndex((argument) => !argument.startsWith('-'))
  const leading = at < 0 ? given : given.slice(0, at)
  if (leading.some((argument) => argument === '--help' || argument === '-h')) {
    return { kind: 'help' }
  }
  if (leading.some((argument) => argument === '--version' || argument === '-v')) {
    return { kind: 'version' }
  }
  if (given[at] === 'run') return parseRun(leading, given.slice(at + 1))
  if (given[at] !== 'ask') return { kind: 'window', given }
  // Chromium's switches stand before the command, and mean nothing to it.
  const folders = leading.filter((argument) => argument.startsWith('--user-data-dir='))
  return parseAsk([...folders, ...given.slice(at + 1)])
}

function parseRun(leading: readonly string[], [word = '', ...rest]: readonly string[]): Command {
  if (word === '--help' || word === '-h') return { kind: 'help' }
  if (Object.hasOwn(runWords, word)) {
    return { kind: 'window', given: [...leading, runWords[word] ?? '', ...rest] }
  }
  const names = Object.keys(runWords).join(' or ')
  return { kind: 'wrong', problem: `After run, name what to do: ${names}` }
}

function parseAsk(args: string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args, options: askOptions, allowPositionals: true })
    if (values.help) return { kind: 'help' }
    return {
      kind: 'ask',
      question: positionals.join(' ').trim(),
      model: values.model,
      files: values.file ?? [],
      json: values.json ?? false,
      readsInput: !values['no-stdin'],
      dataFolder: values['user-data-dir'],
    }
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) }
  }
}
