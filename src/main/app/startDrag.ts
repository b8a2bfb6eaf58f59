import { nativeImage, webContents } from 'electron'
import picture from '../../../resources/tray/tray.png?inline'

/** Hands files to the system as what the user drags out of a window. */
export function startDrag(windowId: number, paths: readonly string[]): void {
  const [file] = paths
  if (file === undefined) return
  const [, encoded = ''] = picture.split(',')
  const icon = nativeImage.createFromBuffer(Buffer.from(encoded, 'base64'))
  const contents = webContents.getAllWebContents().find(({ id }) => id === windowId)
  contents?.startDrag({ file, files: [...paths], icon })
}
