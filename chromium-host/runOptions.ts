export interface RunOptions {
  /** Modules to load before the app, from `-r`. */
  requires: string[]
  /** The app's folder or main file. */
  app: string | undefined
  /** The port of Node's inspector, and whether to wait for a debugger. */
  inspect: { port: number; wait: boolean } | undefined
}

const defaultInspectorPort = 9229

/**
 * Parses Electron's own arguments: `electron [switches] [-r module] <app> [the app's arguments]`.
 */
export function readRunOptions(args: readonly string[]): RunOptions {
  const options: RunOptions = { requires: [], app: undefined, inspect: undefined }
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    const inspect = /^--inspect(-brk)?(?:=(?:.*:)?(\d+))?$/.exec(arg)
    if (inspect) {
      const port = inspect[2] === undefined ? defaultInspectorPort : Number(inspect[2])
      options.inspect = { port, wait: inspect[1] !== undefined }
    } else if (options.app !== undefined) {
      continue
    } else if (arg === '-r' || arg === '--require') {
      options.requires.push(args[++index] ?? '')
    } else if (!arg.startsWith('-')) {
      options.app = arg
    }
  }
  return options
}
