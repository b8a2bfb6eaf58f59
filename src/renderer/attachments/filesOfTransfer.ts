/** The files that a drop or a paste brings, without folders, which can't be read. */
export function filesOfTransfer(transfer: DataTransfer): File[] {
  return Array.from(transfer.items).flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry()?.isDirectory) return []
    return item.getAsFile() ?? []
  })
}

/** A text copied from an office program comes with a picture of itself: there the text is meant. */
export function filesOfPaste(transfer: DataTransfer): File[] {
  const isText = transfer.getData('text/plain') !== '' && transfer.getData('text/html') !== ''
  return isText ? [] : filesOfTransfer(transfer)
}
