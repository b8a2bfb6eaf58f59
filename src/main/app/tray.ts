import { Menu, nativeImage, Tray, type NativeImage } from 'electron'
import usual from '../../../resources/tray/tray.png?inline'
import recording from '../../../resources/tray/trayRecording.png?inline'
import recordingTemplate from '../../../resources/tray/trayRecordingTemplate.png?inline'
import usualTemplate from '../../../resources/tray/trayTemplate.png?inline'
import { menuTextsIn } from './menuTexts.ts'
import { trayTemplate, type TrayMenu } from './trayMenu.ts'

interface TrayState extends Pick<TrayMenu, 'locale' | 'isDictating'> {
  isMicrophoneOpen: boolean
}

interface TrayOptions extends Pick<TrayMenu, 'show' | 'dictate' | 'quit'> {
  state: () => TrayState
}

/**
 * The icon beside the clock, which says that the microphone is open wherever Parley's windows are.
 * Returns what shows the present state. Call it once the app is ready.
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
 * macOS colours its own, by their shape; Windows wants 16 points, drawn here with twice as many.
 * The files are part of the code: paths beside it depend on how the build cuts it up.
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
