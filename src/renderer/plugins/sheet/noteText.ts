import type { TFunction } from 'i18next'
import type { SheetNote } from '../../../shared/plugins/pluginSheet.ts'
import { visibleText } from '../../ui/visibleText.ts'

/** Returns the sentence of a note on a sheet. */
export function noteText(t: TFunction, { code, subject }: SheetNote): string {
  return code === 'toolsLeftOut'
    ? t('plugins.note.toolsLeftOut', { count: Number(subject) })
    : t(`plugins.note.${code}`, { subject: visibleText(subject) })
}
