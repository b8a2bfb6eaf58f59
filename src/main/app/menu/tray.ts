import { Menu, nativeImage, Tray, type NativeImage } from 'electron'
import usual from '../../../../resources/tray/tray.png?inline'
import recording from '../../../../resources/tray/trayRecording.png?inline'
import recordingTemplate from '../../../../resources/tray/trayRecordingTemplate.png?inline'
import usualTemplate from '../../../../resources/tray/trayTemplate.png?inline'
import { menuTextsIn } from './menuTexts.ts'
import { trayTemplate, type TrayMenu } from './trayMenu.ts'

interface TrayState extends Pick<TrayMenu, 'locale' | 'isDictating'> {
  isMicrophoneOpen: boolean
}

interface TrayOptions extends Pick<TrayMenu, 'show' | 'dictate' | 'quit'> {
  state: () => TrayState
}

/**
 * Creates the tray icon, which shows an open microphone wherever Parley's windows are. Returns a
 * function that redraws the state. Call it once the app is ready.
 */
export function createTray({ state, ...actions }: TrayOptions): () => void {
  const icons = { usual: iconOf('usual'), recording: iconOf('recording') }
  const tray = new Tray(icons.usual)
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', actions.show)

  const update = (): void => {
    const { isMicrophoneOpen, ...shown } = state()
    const text = menuTextsIn(shown.locale)
    tray.setImage(isMicrophoneOpen ? icons.recording : icons.usual)
    tray.setToolTip(isMicrophoneOpen ? text('microphoneOpen') : 'Parley')
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate({ ...shown, ...actions })))
  }
  update()
  return update
}

/**
 * Returns the tray's picture. macOS colours it by its shape; Windows wants 16 points, drawn here at
 * twice the size. The files are bundled into the code, because the build moves code away from them.
 */
function iconOf(kind: 'usual' | 'recording'): NativeImage {
  const isMac = process.platform === 'darwin'
  const coloured = { usual, recording }
  const templates = { usual: usualTemplate, recording: recordingTemplate }
  const scaleFactor = process.platform === 'linux' ? 1 : 2
  const [, encoded = ''] = (isMac ? templates[kind] : coloured[kind]).split(',')
  const icon = nativeImage.createFromBuffer(Buffer.from(encoded, 'base64'), { scaleFactor })
  if (isMac) icon.setTemplateImage(true)
  return icon
}
