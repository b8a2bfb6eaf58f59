import { join } from 'node:path'
import { app, dialog } from 'electron'

const properties = {
  files: ['openFile', 'multiSelections'],
  file: ['openFile'],
  folder: ['openDirectory'],
} as const

/** Asks the user for files, one file or a folder in the system's dialog. Returns their paths. */
export async function choosePaths(what: keyof typeof properties): Promise<readonly string[]> {
  const { filePaths } = await dialog.showOpenDialog({ properties: [...properties[what]] })
  return filePaths
}

/** Asks the user where a file is to be written. Returns null if the user chose no place. */
export async function choosePlace(name: string): Promise<string | null> {
  const defaultPath = join(app.getPath('documents'), name)
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath })
  return canceled || !filePath ? null : filePath
}
