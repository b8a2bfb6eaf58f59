import type { RecordedFile } from '../../providers/provider.ts'
import type { UploadTable } from '../uploads/uploadTable.ts'
import { timesOfUpload } from './falUploads.ts'

/**
 * Returns the files that Parley has sent to a provider's storage and that are still there, by its
 * own record: fal has no list. `sizeOf` returns a stored file's bytes, 0 for one that is gone.
 */
export function recordedUploads(
  table: Pick<UploadTable, 'ofProvider'>,
  { providerId, sizeOf, now }: { providerId: string; sizeOf: (id: string) => number; now: number },
): RecordedFile[] {
  return table.ofProvider(providerId).flatMap((upload) => {
    const { account, fileId, address, isNeeded } = upload
    const { begunAt, endsAt } = timesOfUpload(upload)
    if (endsAt <= now) return []
    return {
      ...{ id: `${account}-${fileId}`, name: nameIn(address), sizeBytes: sizeOf(fileId) || null },
      ...{ purpose: null, createdAt: begunAt, expiresAt: endsAt, isNeeded },
    }
  })
}

/** Returns the last step of an address, with which fal keeps the file's name. */
function nameIn(address: string): string {
  const step = URL.parse(address)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(step) || address
  } catch {
    return step
  }
}
