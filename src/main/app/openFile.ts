import { extname } from 'node:path'
import { shell } from 'electron'
import { AppError } from '../../shared/errors.ts'
import { formatNames, getFormat } from '../../shared/fileFormats.ts'
import { createLinkLimit } from './externalLink.ts'

/** The endings of what the system's app shows and does not run. Any other file is shown in its folder. */
const shownOutside: ReadonlySet<string> = new Set(
  formatNames.flatMap((name) => {
    const { endings, looseEndings, opensOutside } = getFormat(name)
    if (typeof opensOutside !== 'boolean') return opensOutside
    return opensOutside ? [...endings, ...looseEndings] : []
  }),
)

/** One limit for all windows. */
const admit = createLinkLimit()

/** Opens a document with the system's app for it. Errors: sourceMissing, tooManyAtOnce. */
export async function openFile(path: string): Promise<void> {
  admit()
  if (!shownOutside.has(extname(path).slice(1).toLowerCase())) {
    shell.showItemInFolder(path)
    return
  }
  const failure = await shell.openPath(path)
  if (failure !== '') throw new AppError('sourceMissing', failure)
}
