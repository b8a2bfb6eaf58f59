import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { serveAttachment } from '../attachments/serveAttachment.ts'
import type { RecordingFiles } from '../speech/recordings/recordingFiles.ts'
import { serveRecording } from '../speech/recordings/serveRecording.ts'
import { serveSpeech } from '../voices/serveSpeech.ts'
import type { Voices } from '../voices/voices.ts'
import type { Blobs } from '../storage/blobs.ts'
import { pageHost, pageScheme } from './pageAddress.ts'
import type { RemoteImages } from './remoteImages.ts'

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.onnx': 'application/octet-stream',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/**
 * Scripts and connections only from the app's own files, and no frame but one that the page has
 * written itself, to which this applies as well. Inline styles are allowed: positioned menus and
 * KaTeX set them, and they can't run anything.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  // For the model that hears where someone speaks: WebAssembly, and no script from a text.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** The file in `folder` that a request of the page means; undefined for all that leads elsewhere. */
export function fileOf(folder: string, requestUrl: string): string | undefined {
  const url = URL.parse(requestUrl)
  if (url?.protocol !== `${pageScheme}:` || url.host !== pageHost) return undefined
  const path = decode(url.pathname)
  if (path === undefined || path.includes('\0') || path.includes('\\')) return undefined
  const file = normalize(join(folder, path === '/' ? 'index.html' : path))
  return isWithin(normalize(folder), file) ? file : undefined
}

/** The id of the stored file or picture that the request means, if it does. */
function idIn(requestUrl: string, place: 'attachments' | 'images'): string | undefined {
  const url = URL.parse(requestUrl)
  if (url?.protocol !== `${pageScheme}:` || url.host !== pageHost) return undefined
  return new RegExp(`^/${place}/([0-9a-f]{64})$`).exec(url.pathname)?.[1]
}

/** The file name of a spoken sound that the request means, if it does. */
function soundIn(requestUrl: string): string | undefined {
  const url = URL.parse(requestUrl)
  if (url?.protocol !== `${pageScheme}:` || url.host !== pageHost) return undefined
  return /^\/voices\/([0-9a-f]{64}\.(?:mp3|wav))$/.exec(url.pathname)?.[1]
}

/** The id of the recording whose sound the request means, if it does. */
function recordingIn(requestUrl: string): string | undefined {
  const url = URL.parse(requestUrl)
  if (url?.protocol !== `${pageScheme}:` || url.host !== pageHost) return undefined
  return /^\/recordings\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(url.pathname)?.[1]
}

function isWithin(folder: string, file: string): boolean {
  return file.startsWith(folder + sep)
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Where what is no file of the page comes from. */
export interface PageSources {
  blobs: Blobs
  remoteImages: Pick<RemoteImages, 'serve'>
  recordingFiles: RecordingFiles
  voices: Pick<Voices, 'read'>
}

/** Answers the app's own scheme from the folder of the built page. */
export function createPageProtocol(
  folder: string,
  { blobs, remoteImages, recordingFiles, voices }: PageSources,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const image = idIn(request.url, 'images')
    if (image)
      return remoteImages.serve(image) ?? new Response('Not found', { status: 404, headers })
    const sound = soundIn(request.url)
    if (sound)
      return (
        (await serveSpeech(voices, sound)) ?? new Response('Not found', { status: 404, headers })
      )
    const recording = recordingIn(request.url)
    if (recording) return serveRecording(recordingFiles, recording, request.headers.get('range'))
    const attachment = idIn(request.url, 'attachments')
    if (attachment) return serveAttachment(blobs, attachment, request.headers.get('range'))
    const file = fileOf(folder, request.url)
    const mediaType = file && mediaTypes[extname(file)]
    if (!file || !mediaType) return new Response('Not found', { status: 404, headers })
    const found = await stat(file).catch(() => undefined)
    // A link may lead out of the folder though its own path does not.
    if (!found?.isFile() || !isWithin(await realpath(folder), await realpath(file)))
      return new Response('Not found', { status: 404, headers })
    const body = Readable.toWeb(createReadStream(file)) as ReadableStream
    return new Response(body, {
      headers: { ...headers, 'content-type': mediaType, 'content-length': String(found.size) },
    })
  }
}
