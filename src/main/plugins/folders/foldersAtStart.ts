import { AppError } from '../../../shared/errors.ts'
import type { SheetFolder } from '../../../shared/plugins/pluginSheet.ts'
import type { ServerSetup } from '../../mcp/serverSetup.ts'
import { isWithin } from '../../processes/closedPlaces.ts'
import { boundFolders, type FolderPlugin } from './boundFolders.ts'

/**
 * Returns the folders with which a program starts now: those that the user has allowed, and nothing
 * that their names lead to since. Errors: pluginFolderChanged, pluginSettingsInvalid, those of
 * boundFolders.
 */
export async function foldersAtStart(
  plugin: FolderPlugin,
  dataFolder: string,
): Promise<Pick<ServerSetup, 'folders' | 'workingFolder'>> {
  const { bound, workingFolder, unset } = await boundFolders(plugin, { dataFolder, checked: 'all' })
  if (unset !== null) {
    throw new AppError('pluginSettingsInvalid', 'Its folder needs a setting', { subject: unset })
  }
  const isHeld = plugin.sheet.process?.sandbox !== 'none'
  const allowed = allowedFolders(plugin)
  const gained = bound.find(({ real, access }) => !isAllowed({ path: real, access }, allowed))
  if (gained && isHeld) {
    throw new AppError('pluginFolderChanged', 'It was not allowed', { subject: gained.real })
  }
  return { folders: bound, ...(workingFolder !== null && { workingFolder }) }
}

/** Returns the folders that the user has allowed a plugin, as they were shown. */
export function allowedFolders({
  sheet,
  choices,
}: Pick<FolderPlugin, 'sheet' | 'choices'>): readonly SheetFolder[] {
  return choices.folders ?? sheet.process?.folders ?? []
}

function isAllowed({ path, access }: SheetFolder, allowed: readonly SheetFolder[]): boolean {
  return allowed.some(
    (one) => isWithin(path, one.path) && (one.access === 'write' || access === 'read'),
  )
}
