import type { Dialog } from 'electron'
import { strict } from './strict.ts'

/** Electron's dialog module: the host has no native dialogs, so an error goes to the terminal. */
export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) =>
    void process.stderr.write(`${title}\n${content}\n`),
} satisfies Partial<Dialog>)
