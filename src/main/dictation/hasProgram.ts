import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns true if a program of this name is on the user's path. */
export function hasProgram(name: string, path = process.env['PATH'] ?? ''): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
}
