import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openMediaParts, type MediaParts, type MediaPartsOptions } from './openMediaParts.ts'

export type TestMediaOptions = Omit<MediaPartsOptions, 'folder'> & { folder?: string }

export type TestMedia = MediaParts

/** Opens media until the test ends, in a folder of the test's own unless it names one. */
export function openTestMedia(options: TestMediaOptions): TestMedia {
  const media = openMediaParts({ ...options, folder: options.folder ?? temporaryFolder() })
  onTestFinished(media.crash)
  return media
}
