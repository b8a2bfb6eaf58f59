import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Returns the folder of settings that the app itself would use, for a command that runs without
 * Electron: `chosen`, else PARLEY_USER_DATA, else the system's folder.
 */
export function findDataFolder(
  chosen: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const given = chosen || env['PARLEY_USER_DATA']
  return given ? resolve(given) : join(appData(env, platform), 'Parley')
}

function appData(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
  return env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
}
