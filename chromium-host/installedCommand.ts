/**
 * The path of the command that starts an installed Parley, which its launcher gives; undefined in a
 * source tree. Taken out of the environment: programs that Parley starts are not its launcher.
 */
export const installedCommand = takeCommand()

function takeCommand(): string | undefined {
  const { PARLEY_COMMAND: command } = process.env
  delete process.env.PARLEY_COMMAND
  return command || undefined
}
