import type { BaseWindow, Dialog, MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import type { Browser } from './browser.ts'
import { showMessageBox } from './messageBox.ts'
import { strict } from './strict.ts'

/** Electron's dialog module: message boxes in windows of their own; an error goes to the terminal. */
export function createDialog(browser: Browser, appName: () => string): Partial<Dialog> {
  return strict('dialog', {
    showErrorBox: (title: string, content: string) =>
      void process.stderr.write(`${title}\n${content}\n`),
    /** A parent window is not held meanwhile. */
    showMessageBox: (
      ...given: [MessageBoxOptions] | [BaseWindow, MessageBoxOptions]
    ): Promise<MessageBoxReturnValue> =>
      showMessageBox(browser, appName(), given.length === 1 ? given[0] : given[1]),
  } satisfies Partial<Dialog>)
}
