import type { NamedReason } from '../../../../shared/knowledge/omissions.ts'
import type { Omission } from '../../readDocument.ts'
import type { Archive } from './openArchive.ts'
import { relations } from './relations.ts'

/** Kinds of parts that are not read, by patterns of their names; the first match counts. */
const kinds: readonly (readonly [RegExp, NamedReason | undefined])[] = [
  [/(?:^|\/)(?:_rels|docProps|Thumbnails|Configurations2)\//, undefined],
  [/(?:^|\/)vbaProject\.bin$/i, 'macro'],
  // OpenDocument keeps one file for each module, beside lists of them.
  [/^Basic\/.*(?<!script-lb|script-lc)\.xml$/, 'macro'],
  [/(?:^|\/)embeddings\//, 'embeddedFile'],
  [/^Object[^/]*\/content\.xml$/, 'embeddedFile'],
  [/^xl\/charts\/chart[^/]*\.xml$/, 'chart'],
  [/^ppt\/comments\/[^/]+\.xml$/, 'comment'],
  [/\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf|heic|avif)$/i, 'picture'],
  [/\.(?:mp3|m4a|wav|wma|ogg|oga|aac|flac|mp4|m4v|mov|avi|wmv|webm|mpe?g)$/i, 'media'],
]
/** Parts that are the same on every slide, and the workbooks that charts repeat. */
const templates =
  /^(?:ppt\/(?:slideMasters|slideLayouts|notesMasters|handoutMasters|theme)|.*\/charts)\//

/** Counts the parts of an archive that no reader reads: pictures, embedded files, macros. */
export async function unreadParts(archive: Archive): Promise<Omission[]> {
  const counts = new Map<NamedReason, number>()
  const fromTemplates = await templateParts(archive)
  for (const name of archive.names()) {
    const reason = kinds.find(([pattern]) => pattern.test(name))?.[1]
    if (reason === undefined || fromTemplates.has(name)) continue
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, count }))
}

/** Returns what only templates and charts refer to. */
async function templateParts(archive: Archive): Promise<ReadonlySet<string>> {
  const fromTemplates = new Set<string>()
  const fromContent = new Set<string>()
  for (const name of archive.names()) {
    const [, folder, file] = /^(.*\/)_rels\/([^/]+)\.rels$/.exec(name) ?? []
    if (folder === undefined || file === undefined) continue
    const targets = (await relations(archive, folder + file)).values()
    const found = templates.test(folder) ? fromTemplates : fromContent
    for (const target of targets) found.add(target)
  }
  return fromTemplates.difference(fromContent)
}
