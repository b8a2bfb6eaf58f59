import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { ServedFiles } from '../../feature.ts'
import type { StartData } from '../../../shared/startData.ts'
import { contentSecurityPolicy } from './contentSecurityPolicy.ts'
import { pageHost, pageScheme } from './pageAddress.ts'
import { withStartData } from '../startData.ts'

const mediaTypes: Record<string, string> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pfb': 'application/octet-stream',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.onnx': 'application/octet-stream',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** Returns the file in `folder` that a page's request names; undefined for anything outside. */
export function fileOf(folder: string, requestUrl: string): string | undefined {
  const url = URL.parse(requestUrl)
  if (url?.protocol !== `${pageScheme}:` || url.host !== pageHost) return undefined
  const path = decode(url.pathname)
  if (path === undefined || path.includes('\0') || path.includes('\\')) return undefined
  const file = normalize(join(folder, path === '/' ? 'index.html' : path))
  return isWithin(normalize(folder), file) ? file : undefined
}

/** Returns the feature's files and the name that a request means; undefined for none. */
function servedBy(
  served: readonly ServedFiles[],
  requestUrl: string,
): { files: ServedFiles; name: string } | undefined {
  const url = URL.parse(requestUrl)
  if (url?.protocol !== `${pageScheme}:` || url.host !== pageHost) return undefined
  const [, place, name] = /^\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? []
  const files = served.find((candidate) => candidate.place === place)
  return files && name !== undefined && files.name.test(name) ? { files, name } : undefined
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

/**
 * Returns the handler of the app's own scheme, which serves the built page's folder and the
 * features' content. The window's page gets its start data.
 */
export function createPageProtocol(
  folder: string,
  served: readonly ServedFiles[],
  readStart: () => Promise<StartData | undefined> = async () => undefined,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const found = servedBy(served, request.url)
    if (found) {
      const { files, name } = found
      const response = await files.serve(name, request.headers.get('range'))
      return response ?? new Response('Not found', { status: 404, headers })
    }
    const file = fileOf(folder, request.url)
    const mediaType = file && mediaTypes[extname(file)]
    if (!file || !mediaType) return new Response('Not found', { status: 404, headers })
    const stats = await stat(file).catch(() => undefined)
    // A link may lead out of the folder although its own path does not.
    if (!stats?.isFile() || !isWithin(await realpath(folder), await realpath(file)))
      return new Response('Not found', { status: 404, headers })
    const type = { 'content-type': mediaType }
    const isPage = file === join(normalize(folder), 'index.html')
    const data = isPage ? await readStart() : undefined
    // Whole: opening a stream takes longer than reading most files does.
    const body = await readFile(file)
    return new Response(data ? withStartData(body.toString(), data) : body, {
      headers: { ...headers, ...type },
    })
  }
}
