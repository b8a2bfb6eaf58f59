import type { Attachment } from '../../shared/chat/parts.ts'

/** Marks the browser's own drag of files that main has. */
const storedType = 'application/x-parley-files'

/**
 * Files of the latest drag. The drag itself has only a mark: another program could write anything.
 */
let dragged: readonly Attachment[] = []

/** Lets a drag that begins carry files that main has, to other places of the window. */
export function carryFiles(transfer: DataTransfer, files: readonly Attachment[]): void {
  dragged = files
  transfer.effectAllowed = 'copy'
  transfer.setData(storedType, '')
}

export function carriesStored({ types }: DataTransfer): boolean {
  return types.includes(storedType)
}

/** Returns the files of main that a drag carries. */
export function storedFilesOf(transfer: DataTransfer): readonly Attachment[] {
  return carriesStored(transfer) ? dragged : []
}

/** Tells whether a drag carries files: those of another program, or of main. */
export function carriesFiles(transfer: DataTransfer): boolean {
  return transfer.types.includes('Files') || carriesStored(transfer)
}
