import type { MessageBoxOptions } from 'electron'
import type { Locale } from '../../shared/languages.ts'
import type { Confirm } from '../providers/keys/permissions.ts'
import { menuTextsIn } from './menuTexts.ts'

export interface ConfirmDependencies {
  locale: () => Locale
  /** Electron's `dialog.showMessageBox`. */
  showMessageBox: (options: MessageBoxOptions) => Promise<{ response: number }>
}

const refuseId = 0
const allowId = 1

/**
 * Returns a function that asks in a native dialog. Enter, Escape and closing the dialog all refuse.
 */
export function createConfirm({ locale, showMessageBox }: ConfirmDependencies): Confirm {
  return async ({ kind, origin, provider }) => {
    const text = menuTextsIn(locale())
    const values: Record<string, string> = { provider, origin }
    // A single pass, because a provider's name may look like a placeholder.
    const fill = (template: string) =>
      template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
    const { response } = await showMessageBox({
      type: 'warning',
      title: 'Parley',
      message: text(`${kind}Title`),
      detail: fill(text(`${kind}Text`)),
      buttons: [text('refuse'), text('allow')],
      defaultId: refuseId,
      cancelId: refuseId,
      noLink: true,
    })
    return response === allowId
  }
}
