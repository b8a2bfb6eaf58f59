import { dialog } from 'electron'

/** Asks the user for files or a folder in the system's dialog. Returns their paths. */
export async function choosePaths(what: 'files' | 'folder'): Promise<readonly string[]> {
  const { filePaths } = await dialog.showOpenDialog({
    properties: what === 'files' ? ['openFile', 'multiSelections'] : ['openDirectory'],
  })
  return filePaths
}
