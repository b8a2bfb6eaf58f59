import type {
  BaseWindow,
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import type { Browser } from './browser.ts'
import { showMessageBox } from './messageBox.ts'
import { showOpenDialog, showSaveDialog } from './openDialog.ts'
import { strict } from './strict.ts'

/**
 * Creates Electron's dialog module. Message boxes and lists of files have windows of their own; errors go to the
 * terminal.
 */
export function createDialog(browser: Browser, appName: () => string): Partial<Dialog> {
  return strict('dialog', {
    showErrorBox: (title: string, content: string) =>
      void process.stderr.write(`${title}\n${content}\n`),
    /** Does not block the parent window. */
    showMessageBox: (
      ...given: [MessageBoxOptions] | [BaseWindow, MessageBoxOptions]
    ): Promise<MessageBoxReturnValue> =>
      showMessageBox(browser, appName(), given.length === 1 ? given[0] : given[1]),
    showOpenDialog: (
      ...given: [OpenDialogOptions] | [BaseWindow, OpenDialogOptions]
    ): Promise<OpenDialogReturnValue> =>
      showOpenDialog(browser, appName(), given.length === 1 ? given[0] : given[1]),
    showSaveDialog: (
      ...given: [SaveDialogOptions] | [BaseWindow, SaveDialogOptions]
    ): Promise<SaveDialogReturnValue> =>
      showSaveDialog(browser, appName(), given.length === 1 ? given[0] : given[1]),
  } satisfies Partial<Dialog>)
}
