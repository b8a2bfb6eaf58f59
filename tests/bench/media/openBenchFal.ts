import { createFalProvider } from '../../../src/main/media/fal/createFalProvider.ts'
import { createFalUploads } from '../../../src/main/media/fal/falUploads.ts'
import type { MediaProvider } from '../../../src/main/media/mediaProvider.ts'
import { createUploadTable } from '../../../src/main/media/uploads/uploadTable.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'
import {
  openMediaParts,
  type MediaParts,
  type MediaPartsOptions,
} from '../../main/media/openMediaParts.ts'

export const falModel = 'fal-ai/painter/pro'

export interface BenchFalOptions extends Omit<MediaPartsOptions, 'providers'> {
  origin: string
  /** The number of accounts, each of which runs two jobs at a time: `fal0`, `fal1` … */
  accounts?: number
  isDeleting?: () => boolean
  /** Returns the provider to use in place of one. */
  around?: (provider: MediaProvider) => MediaProvider
}

/** Opens media with accounts of fal at a stand-in, connected as the app connects. */
export function openBenchFal({
  origin,
  accounts = 1,
  isDeleting = () => false,
  around = (provider) => provider,
  ...options
}: BenchFalOptions): MediaParts {
  const fetch = createTransport({ keepAlive: 'idempotent' })
  const redact = (text: string): string => text
  const fetchFile = () => Promise.reject(new Error('No stream is measured'))
  const uploads = createFalUploads({
    table: () => createUploadTable(media.database),
    fetch,
    redact,
  })
  const providers: MediaProvider[] = Array.from({ length: accounts }, (_, index) => {
    const id = `fal${String(index)}`
    const account = { id, name: 'fal', baseUrl: origin, key: () => Promise.resolve('fal-key') }
    return around(createFalProvider(account, { fetch, redact, uploads, fetchFile, isDeleting }))
  })
  const media = openMediaParts({ ...options, providers })
  return media
}
