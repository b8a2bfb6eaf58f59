import { resolve } from 'node:path'

/**
 * Returns what the user gave to Parley: the arguments after the program and, in a source tree, after
 * the app's folder, which stands behind Electron's own switches.
 */
export function ownArguments(argv: readonly string[], appFolder: string): string[] {
  const at = argv.findIndex((argument, index) => index > 0 && isFolder(argument, appFolder))
  return argv.slice(Math.max(at, 0) + 1)
}

function isFolder(argument: string, folder: string): boolean {
  return !argument.startsWith('-') && resolve(argument) === folder
}
