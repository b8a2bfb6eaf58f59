import type { Archive } from './openArchive.ts'
import { readXml } from './readXml.ts'

/** Reads what a part of an Office document refers to: ids with the names of files. */
export async function relations(
  archive: Archive,
  part: string,
): Promise<ReadonlyMap<string, string>> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const found = new Map<string, string>()
  await readXml(archive.pieces(`${folder}_rels/${part.slice(slash)}.rels`), {
    open({ name, attribute }) {
      const id = attribute('Id')
      const target = attribute('Target')
      if (name !== 'Relationship' || id === undefined || target === undefined) return
      if (attribute('TargetMode') !== 'External') found.set(id, resolveName(folder, target))
    },
  })
  return found
}

/** Returns the name in the archive that a reference from a folder means. */
export function resolveName(folder: string, target: string): string {
  const names = target.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}

/** Reads the title that an Office or OpenDocument file gives itself in a part of its own. */
export async function archiveTitle(archive: Archive, part: string): Promise<string | null> {
  let title = ''
  let isInside = false
  await readXml(archive.pieces(part), {
    open: ({ name }) => (isInside = name === 'title'),
    text: (text) => {
      if (isInside) title += text
    },
    close: () => (isInside = false),
  })
  return title.trim() || null
}
