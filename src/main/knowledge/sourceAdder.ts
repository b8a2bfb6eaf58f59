import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { realpath, stat } from 'node:fs/promises'
import { AppError } from '../../shared/errors.ts'
import type { Source } from '../../shared/knowledge/knowledge.ts'
import type { Attachment } from '../../shared/chat/parts.ts'
import type { CatalogueClient } from './catalogue/catalogue.ts'
import type { NewSource } from './catalogue/insertSource.ts'
import type { KeptFiles } from './keptFiles.ts'
import type { ChatText } from './sources/createSourceReader.ts'
import { pageAddress } from './sources/fetchSourcePage.ts'
import { mediaTypeOfName } from './sources/mediaTypeOfName.ts'

export interface NoteInput {
  baseId: string
  /** Null for a new note. */
  sourceId: string | null
  title: string
  text: string
}

/** Adds sources to bases. Each returns how many the base did not have. Errors: baseMissing. */
export interface SourceAdder {
  chooseFiles: (baseId: string) => Promise<number>
  chooseFolder: (baseId: string) => Promise<number>
  /** Adds what the user dropped. Errors: forbidden for any other path. */
  addPaths: (baseId: string, paths: readonly string[]) => Promise<number>
  /** Errors: attachmentMissing, diskFull, filesFull. */
  addUploads: (baseId: string, files: readonly Attachment[]) => Promise<number>
  /** Errors: addressInvalid, pageRefused, consentRefused. */
  addPage: (baseId: string, url: string) => Promise<Source>
  addChats: (baseId: string, conversationIds: readonly string[]) => Promise<number>
  /** Errors: sourceMissing, diskFull. */
  saveNote: (note: NoteInput) => Promise<Source>
}

export interface SourceAdderOptions {
  catalogue: CatalogueClient
  kept: KeptFiles
  readUpload: (id: string) => Promise<Uint8Array>
  readChat: (conversationId: string) => ChatText | undefined
  /** Asks the user for files or a folder. Returns their paths. */
  choose: (what: 'files' | 'folder') => Promise<readonly string[]>
  /** Tells whether the user dropped what is at a path. */
  mayRead: (path: string) => boolean
  /** Watches a folder, and adds what is in it. Resolves to the number of files found at first. */
  watchFolder: (baseId: string, path: string) => Promise<number>
  /**
   * Asks the user about a page of this computer or the local network. Resolves to whether it is
   * one. Errors: pageRefused for an address that Parley never fetches, consentRefused.
   */
  allowPage: (url: URL) => Promise<boolean>
  onAdded: (baseId: string) => void
}

const plain = { folderId: null, location: '', content: null } as const

export function createSourceAdder(options: SourceAdderOptions): SourceAdder {
  const { catalogue, kept, readUpload, readChat, choose, watchFolder, onAdded } = options

  async function add(baseId: string, sources: readonly NewSource[]): Promise<number> {
    await catalogue.base(baseId)
    const added = await catalogue.addSources(baseId, sources)
    if (added > 0) onAdded(baseId)
    return added
  }

  async function addPaths(baseId: string, paths: readonly string[]): Promise<number> {
    const files: NewSource[] = []
    let inFolders = 0
    for (const path of paths) {
      const found = await stat(path).catch(() => undefined)
      if (found?.isDirectory()) inFolders += await watchFolder(baseId, path)
      if (!found?.isFile()) continue
      const name = basename(path)
      files.push({
        ...plain,
        kind: 'file',
        name,
        // A link is resolved once: changing its target later does not lead Parley elsewhere.
        location: await realpath(path),
        mediaType: mediaTypeOfName(name),
        sizeBytes: found.size,
        changedAt: Math.trunc(found.mtimeMs),
      })
    }
    return (await add(baseId, files)) + inFolders
  }

  async function sourceAt(baseId: string, id: string): Promise<Source> {
    return (await catalogue.source(baseId, id)).source
  }

  return {
    chooseFiles: async (baseId) => addPaths(baseId, await choose('files')),
    chooseFolder: async (baseId) => addPaths(baseId, await choose('folder')),
    async addPaths(baseId, paths) {
      if (!paths.every((path) => options.mayRead(path))) {
        throw new AppError('forbidden', 'The user did not drop what is at this path')
      }
      return addPaths(baseId, paths)
    },
    async addUploads(baseId, files) {
      const sources: NewSource[] = []
      for (const { id, name, mediaType, sizeBytes } of files) {
        const content = await kept.keep(await readUpload(id))
        const changedAt = Date.now()
        sources.push({ ...plain, kind: 'upload', name, content, mediaType, sizeBytes, changedAt })
      }
      return add(baseId, sources)
    },
    async addPage(baseId, given) {
      const url = pageAddress(given)
      if (!url) throw new AppError('addressInvalid', 'This is no address', { subject: given })
      const nearby = await options.allowPage(url)
      const id = randomUUID()
      await add(baseId, [
        {
          ...plain,
          ...{ id, kind: 'page', name: nameOf(url), location: url.href },
          ...{ mediaType: 'text/html', sizeBytes: 0, changedAt: Date.now(), nearby },
        },
      ])
      return (await catalogue.sourceAtLocation(baseId, 'page', url.href)).source
    },
    addChats: (baseId, conversationIds) =>
      add(
        baseId,
        conversationIds.flatMap((conversationId): NewSource[] => {
          const chat = readChat(conversationId)
          if (!chat) return []
          const { title, text, changedAt } = chat
          const place = { ...plain, kind: 'chat', name: title, location: conversationId } as const
          return [{ ...place, mediaType: 'text/markdown', sizeBytes: text.length, changedAt }]
        }),
      ),
    async saveNote({ baseId, sourceId, title, text }) {
      await catalogue.base(baseId)
      const bytes = new TextEncoder().encode(text)
      const content = await kept.keep(bytes)
      const note = { name: title, content, sizeBytes: bytes.byteLength, changedAt: Date.now() }
      const id = sourceId ?? randomUUID()
      if (sourceId === null) {
        const type = { kind: 'note', mediaType: 'text/markdown' } as const
        await catalogue.addSources(baseId, [{ ...plain, ...type, ...note, id }])
      } else {
        await sourceAt(baseId, sourceId)
        await kept.remove(await catalogue.changeContent(sourceId, note))
      }
      onAdded(baseId)
      return sourceAt(baseId, id)
    },
  }
}

function nameOf(url: URL): string {
  const path = url.pathname === '/' ? '' : url.pathname
  return `${url.host}${path}`
}
