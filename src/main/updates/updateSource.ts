import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Info } from '../../shared/app.ts'
import type { UpdateSource } from '../../shared/updates.ts'

export interface Installation {
  runtime: Info['runtime']
  isPackaged: boolean
  platform: NodeJS.Platform
  /** The program that runs; on the Chromium host the installed command, if Parley is installed. */
  program: string
  /** Electron's folder of resources; undefined on the Chromium host. */
  resources: string | undefined
  environment: Readonly<NodeJS.ProcessEnv>
  hasChannel: boolean
}

/** Returns where this copy of Parley gets new versions. */
export function findUpdateSource(installation: Installation): UpdateSource {
  const { runtime, isPackaged, program, hasChannel } = installation
  if (!isPackaged) return 'source'
  if (runtime === 'chromium-host') return /^\/usr\/(?!local\/)/.test(program) ? 'system' : 'byHand'
  if (isPortable(installation)) return 'byHand'
  return hasChannel ? 'channel' : 'none'
}

/** Tells whether an Electron package was unpacked or started in place, without an installer. */
function isPortable({ platform, resources, environment }: Installation): boolean {
  if (platform === 'win32') return environment['PORTABLE_EXECUTABLE_FILE'] !== undefined
  if (platform === 'darwin' || environment['APPIMAGE'] !== undefined) return false
  // electron-builder writes the file into deb, rpm and pacman packages only.
  return resources === undefined || !existsSync(join(resources, 'package-type'))
}
