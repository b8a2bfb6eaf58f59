import { mediaTypeByName } from '../../../shared/fileFormats.ts'

/** Returns the media type that a file's name implies, until its bytes are read. */
export function mediaTypeOfName(name: string): string {
  return mediaTypeByName(name) ?? 'application/octet-stream'
}
