/** Returns the files of a drop or paste, without folders, which can't be read. */
export function filesOfTransfer(transfer: DataTransfer): File[] {
  return Array.from(transfer.items).flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry()?.isDirectory) return []
    return item.getAsFile() ?? []
  })
}

/**
 * Returns the files of a paste. A text copied from an office program comes with a picture of
 * itself, which is dropped.
 */
export function filesOfPaste(transfer: DataTransfer): File[] {
  const isText = transfer.getData('text/plain') !== '' && transfer.getData('text/html') !== ''
  return isText ? [] : filesOfTransfer(transfer)
}
