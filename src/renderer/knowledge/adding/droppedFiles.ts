import { filePath } from '../../core/bridge.ts'

/** Files and folders that the user dropped. */
export interface Dropped {
  /** The paths of files and folders that Parley can read where they lie. */
  paths: string[]
  /** Returns the files that have no path, and those of folders that have none. */
  readFiles: () => Promise<File[]>
}

/** A folder may lead to more files than anybody means to copy. */
const maxFiles = 1000

/** Returns what was dropped. The transfer is empty after its event, so this does not wait. */
export function droppedFiles({ items }: DataTransfer): Dropped {
  const paths: string[] = []
  const pathless: (File | FileSystemEntry)[] = []
  for (const item of items) {
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (!file) continue
    const path = filePath(file)
    const entry = item.webkitGetAsEntry()
    if (path !== '') paths.push(path)
    else pathless.push(entry?.isDirectory ? entry : file)
  }
  return {
    paths,
    async readFiles() {
      const files: File[] = []
      for (const one of pathless) {
        if (one instanceof File) files.push(one)
        else await collect(one, files)
      }
      return files.slice(0, maxFiles)
    },
  }
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= maxFiles) return
  if (entry.isFile) {
    files.push(
      await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      ),
    )
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return
    for (const inner of entries) await collect(inner, files)
  }
}
