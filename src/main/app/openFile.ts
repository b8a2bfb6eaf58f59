import { extname } from 'node:path'
import { shell } from 'electron'
import { AppError } from '../../shared/errors.ts'
import { createLinkLimit } from './externalLink.ts'

/** What the system's app shows and does not run. Any other file is shown in its folder. */
const documents =
  /^\.(?:pdf|docx|pptx|xlsx|odt|odp|ods|epub|rtf|txt|md|csv|tsv|eml|png|jpe?g|gif|webp|bmp|tiff?)$/i

/** One limit for all windows. */
const admit = createLinkLimit()

/** Opens a document with the system's app for it. Errors: sourceMissing, tooManyAtOnce. */
export async function openFile(path: string): Promise<void> {
  admit()
  if (!documents.test(extname(path))) {
    shell.showItemInFolder(path)
    return
  }
  const failure = await shell.openPath(path)
  if (failure !== '') throw new AppError('sourceMissing', failure)
}
