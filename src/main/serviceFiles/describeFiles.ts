import type { ServiceFile } from '../../shared/serviceFiles.ts'
import type { RecordedFile, RemoteFile } from '../providers/provider.ts'
import { isMarkedName } from '../providers/markedName.ts'
import type { NotedUpload } from './uploadTable.ts'

const maxNameLength = 1000
const maxPurposeLength = 200

/** A text that a base has at a service. */
export interface BaseFile {
  name: string
  /** Null if the answer to the upload was lost. */
  fileId: string | null
  /** `leaving` if it is to be deleted. */
  state: string
  baseName: string
}

/** The vector store of a base. */
export interface BaseStore {
  baseId: string
  /** Null if it is not made yet, or the answer to its creation was lost. */
  storeId: string | null
  /** Whether the base no longer uses it. */
  isLeft: boolean
  baseName: string
}

/** This Parley's knowledge of the files at a provider. */
export interface KnownFiles {
  uploads: readonly NotedUpload[]
  baseFiles: readonly BaseFile[]
  baseStores: readonly BaseStore[]
  /** Tells whether an upload is the input of a batch that has not ended. */
  isBatchInput: (fileId: string) => boolean
  /** Tells whether anything refers to a stored file. */
  isUsed: (fileId: string) => boolean
}

/** Returns a function that tells of a file at the service who needs it. */
export function createDescriber({
  uploads,
  baseFiles,
  baseStores,
  isBatchInput,
  isUsed,
}: KnownFiles): (file: RemoteFile, keyNumber: number) => ServiceFile {
  const uploadBy = byIdAndName(uploads.map((upload) => [upload.remoteId, upload.name, upload]))
  const baseFileBy = byIdAndName(baseFiles.map((file) => [file.fileId, file.name, file]))

  function storeNeededBy(
    id: string,
    baseId: string | null,
  ): Pick<ServiceFile, 'neededBy' | 'baseName'> {
    const own = baseStores.find((store) => store.storeId === id || store.baseId === baseId)
    if (!own) return { neededBy: baseId === null ? 'unknown' : 'elsewhere' }
    // Another one of the same base was made because the answer to the first was lost.
    const isCurrent = own.storeId === id || own.storeId === null
    if (own.isLeft || !isCurrent) return { neededBy: 'nothing' }
    return { neededBy: 'base', baseName: own.baseName }
  }

  function neededBy(file: RemoteFile): Pick<ServiceFile, 'neededBy' | 'baseName'> {
    if (file.store) return storeNeededBy(file.id, file.store.baseId)
    const baseFile = baseFileBy(file)
    if (baseFile) {
      if (baseFile.state === 'leaving') return { neededBy: 'nothing' }
      return { neededBy: 'base', baseName: baseFile.baseName }
    }
    const upload = uploadBy(file)
    if (upload && isBatchInput(upload.fileId)) return { neededBy: 'batch' }
    if (upload) return { neededBy: isUsed(upload.fileId) ? 'chat' : 'nothing' }
    return { neededBy: isMarkedName(file.name) ? 'elsewhere' : 'unknown' }
  }

  return (file, keyNumber) => ({
    ...file,
    keyNumber,
    canDelete: true,
    name: file.name.slice(0, maxNameLength),
    purpose: file.purpose?.slice(0, maxPurposeLength) ?? null,
    ...neededBy(file),
  })
}

/** Describes a file of Parley's own record. Its service goes by the first key alone. */
export function describeRecorded({ isNeeded, ...file }: RecordedFile): ServiceFile {
  return {
    ...file,
    keyNumber: 1,
    name: file.name.slice(0, maxNameLength),
    neededBy: isNeeded ? 'job' : 'nothing',
    canDelete: false,
  }
}

/** Returns a search by a file's id, or by its name where the id was lost. */
function byIdAndName<Known>(
  known: readonly (readonly [id: string | null, name: string, value: Known])[],
): (file: Pick<RemoteFile, 'id' | 'name'>) => Known | undefined {
  const byId = new Map(known.map(([id, , value]) => [id, value]))
  const byName = new Map(known.flatMap(([id, name, value]) => (id === null ? [[name, value]] : [])))
  return ({ id, name }) => byId.get(id) ?? byName.get(name)
}
