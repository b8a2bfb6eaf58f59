import { parse } from 'yaml'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { guardedRequest } from '../network/guardedRequest.ts'
import type { Retries } from '../network/retries.ts'
import { clockError } from './freshness.ts'
import { openSignedFile } from './signedFile.ts'
import type { UpdateChannel } from './updateChannel.ts'

const maxChannelBytes = 256 * 1024
const maxNotesLength = 100_000
const maxUpdateBytes = 1_000_000_000

/** The fields of electron-builder's `latest*.yml` that Parley uses. */
const channelFileSchema = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,60})?$/),
  files: z
    .array(
      z.object({
        /** The name of a file beside the channel file: no folder, no other server. */
        url: z.string().regex(/^[\w][\w.+-]{0,200}$/),
        sha512: z.base64().length(88),
        size: z.number().int().min(1).max(maxUpdateBytes),
      }),
    )
    .min(1)
    .max(20),
  releaseNotes: z.string().max(maxNotesLength).nullish(),
  /** The percentage of computers that may take this version already. */
  stagingPercentage: z.number().int().min(0).max(100).optional(),
  minimumSystemVersion: z.string().max(100).optional(),
  releaseDate: z.coerce.date().transform((date) => date.toISOString()),
  /** When scripts/signUpdates.mjs signed the file, in milliseconds since 1970. */
  signedAt: z.iso.datetime().transform((text) => Date.parse(text)),
  /** The time from which the file counts for nothing, in milliseconds since 1970. */
  expires: z.iso.datetime().transform((text) => Date.parse(text)),
})
export type ChannelFile = z.infer<typeof channelFileSchema>

/** Returns the name of the channel file for a platform, as electron-builder forms it. */
export function channelFileName(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest.yml'
  if (platform === 'darwin') return 'latest-mac.yml'
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`
}

/**
 * Downloads the channel file and checks its signature before anything reads its contents. Errors:
 * updateMissing, serverError, updateUnreadable, updateUntrusted, updateElsewhere, updateClock,
 * connectionFailed, timeout.
 */
export async function fetchChannelFile(
  { address, publicKeys, allows }: UpdateChannel,
  name: string,
  milliseconds: number,
  retries: Retries,
): Promise<ChannelFile> {
  const { host } = address
  const answer = await guardedRequest(new URL(name, address), {
    allows,
    limits: { bytes: maxChannelBytes, milliseconds, overflow: 'cut' },
    retries,
  }).catch((error: unknown) => {
    throw isOutOfTime(error) ? clockError(host, error) : error
  })
  assertFound(answer.status, host)
  const isPage = /html/i.test(answer.headers.get('content-type') ?? '')
  if (isPage || answer.isCut) throw unreadable(host)
  return parseChannelFile(openSignedFile(answer.bytes, name, publicKeys), host)
}

/** Errors: updateMissing for an answer of 4xx, serverError for one of 5xx. */
export function assertFound(status: number, host: string): void {
  if (status >= 200 && status < 300) return
  const details = { status, provider: host, subject: host }
  if (status >= 500) throw new AppError('serverError', 'The update server has failed', details)
  throw new AppError('updateMissing', 'The server has no update', details)
}

function parseChannelFile(text: string, host: string): ChannelFile {
  let content: unknown
  try {
    content = parse(text)
  } catch (error) {
    throw unreadable(host, error)
  }
  const parsed = channelFileSchema.safeParse(content)
  if (parsed.success) return parsed.data
  throw unreadable(host, parsed.error)
}

/** Tells whether a request failed because the server's certificate is not valid at this time. */
function isOutOfTime(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID'
}

function unreadable(host: string, cause?: unknown): AppError {
  return new AppError('updateUnreadable', 'This is no list of updates', { provider: host }, cause)
}
