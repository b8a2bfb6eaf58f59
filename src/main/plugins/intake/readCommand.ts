import { basename } from 'node:path'
import type { McpConfig } from '../../../shared/plugins/mcp.ts'
import type { PluginSheet } from '../../../shared/plugins/pluginSheet.ts'
import type { DescribedServer } from './compileServer.ts'
import { manifestError } from './manifestError.ts'

const piece = /"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'\\]|\\.)+)|(\s+)/gy

/**
 * Splits a command line into its words, as a shell does, but expands nothing. Errors:
 * pluginManifestInvalid for an open quotation mark.
 */
export function splitCommand(line: string, isWindows = process.platform === 'win32'): string[] {
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const [text, double, single, plain, space] of line.trim().matchAll(piece)) {
    end += text.length
    if (space !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    // On Windows a backslash belongs to a path.
    const unescape = (escaped: string): string =>
      isWindows ? escaped : escaped.replaceAll(/\\(.)/gs, '$1')
    word = (word ?? '') + (single ?? unescape(double ?? plain ?? ''))
  }
  if (word !== undefined) words.push(word)
  if (end < line.trim().length) throw manifestError('command', 'A quotation mark is left open')
  return words
}

/** Returns the server that a command starts. Errors: pluginManifestInvalid. */
export function readCommand(line: string, origin: PluginSheet['origin']): DescribedServer {
  const [command, ...given] = splitCommand(line)
  if (command === undefined) throw manifestError('command', 'There is no command')
  const config: McpConfig = {
    transport: 'stdio',
    command,
    arguments: given,
    environment: {},
    folder: null,
    package: null,
  }
  const name = nameOf(command, given)
  return { name, title: name, description: '', version: null, config, settings: null, origin }
}

/** Folders and files that say nothing of the program in them. */
const nameless = /^(?:index|main|server|cli|app|start|bin|build|dist|lib|out|src)(?:\.[a-z]+)?$/i

/** Returns the part of a path that names a program: `server-x` of `server-x/dist/index.js`. */
function nameOfPath(path: string): string | undefined {
  const parts = path.split(/[\\/]+/).filter((part) => !/^(?:|\.+|~|[a-z]:)$/i.test(part))
  return parts.findLast((part) => !nameless.test(part)) ?? parts.at(-1)
}

/** Returns a name for the program: that of the package or the script that it starts. */
function nameOf(command: string, given: readonly string[]): string {
  const runners = /^(?:npx|bunx|uvx|node|deno|bun|python3?|pnpm|yarn|docker)(?:\.(?:exe|cmd))?$/i
  const own = basename(command)
  if (!runners.test(own)) return own
  const subject = given.find((argument) => !/^-|^(?:run|exec|dlx|x)$/.test(argument)) ?? own
  const isPath = /^(?:[/~.]|[a-z]:)|\\/i.test(subject)
  if (isPath) return nameOfPath(subject) ?? own
  const [, scoped = subject] = /^(@?[^@]+)(?:@.*)?$/.exec(subject) ?? []
  return (
    scoped
      .replace(/^@/, '')
      .replaceAll(/[\\/]+/g, '-')
      .replace(/^-+/, '') || own
  )
}
