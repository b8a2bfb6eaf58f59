import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { previewProblemSchema, previews as previewsFeature } from '../../shared/previews.ts'
import { assertConsent, type AskConsent } from '../consent.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { readAtMost } from '../readAtMost.ts'
import { createBrowserFiles } from './browserFiles.ts'
import { previewDocument } from './previewDocument.ts'
import { previewPolicy, previewScheme, problemsPath } from './previewPolicy.ts'

/** Previews at a time; the oldest are forgotten. The window shows one. */
const maxPreviews = 10
/** Problems of one preview that are told. */
const maxProblems = 20
const maxProblemBytes = 4000
/** Tells the encoding of a file, which has no header for it. */
const byteOrderMark = '\ufeff'
/** Requests with problems, after which the preview loses its frame. */
const maxRequests = 200

export interface OpenPreviews extends OpenFeature<typeof previewsFeature> {
  /** Answers the previews' scheme: each document once, and what went wrong in it. */
  serve: (request: Request) => Promise<Response>
  /** Tells whether a frame may load this address now: each one once. */
  admits: (address: string) => boolean
}

export interface PreviewsOptions {
  /** The origin of Parley's own page. */
  appOrigin: string
  consent: AskConsent
  /** Opens a file with the system's app for it. Resolves to an error text; '' after success. */
  openPath: (path: string) => Promise<string>
}

interface Preview {
  previewId: string
  address: string
  /** Undefined once its frame has loaded it. */
  document: string | undefined
  isAdmitted: boolean
  problems: number
  requests: number
}

/** Opens the previews. A document is in memory until its frame has loaded it. */
export function openPreviews(
  context: Pick<FeatureContext, 'runtime' | 'createBroadcast' | 'folder' | 'log'>,
  { appOrigin, consent, openPath }: PreviewsOptions,
): OpenPreviews {
  const { runtime, createBroadcast } = context
  const writeForBrowser = createBrowserFiles(context.folder, context.log)
  const broadcast = createBroadcast('previews', previewsFeature)
  const known = new Map<string, Preview>()
  const find = (address: string): Preview | undefined =>
    [...known.values()].find((preview) => preview.address === address)

  async function takeProblem(preview: Preview, request: Request): Promise<void> {
    const { previewId } = preview
    preview.requests += 1
    if (preview.requests > maxRequests) {
      known.delete(previewId)
      broadcast('flooded', { previewId })
      return
    }
    const body = await readAtMost(request, maxProblemBytes)
    const text = body && Buffer.from(body).toString('utf8')
    const { data: problem } = previewProblemSchema.safeParse(parseJson(text ?? ''))
    if (!problem || preview.problems >= maxProblems) return
    preview.problems += 1
    broadcast('failed', { previewId, problem })
  }

  return {
    async serve(request) {
      const { url, method } = request
      const address = new URL('/', url).href
      const headers = {
        'content-security-policy': previewPolicy(address, appOrigin),
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
      }
      const preview = find(address)
      if (preview && url === address + problemsPath && method === 'POST') {
        await takeProblem(preview, request)
        return new Response(null, { status: 204, headers })
      }
      const document = preview?.document
      if (!preview || document === undefined || url !== address || method !== 'GET') {
        return new Response('Not found', { status: 404, headers })
      }
      preview.document = undefined
      return new Response(document, { headers })
    },
    admits(address) {
      const preview = find(address)
      if (preview?.document === undefined || preview.isAdmitted) return false
      preview.isAdmitted = true
      return true
    },
    handlers: () => ({
      open({ kind, text }) {
        const previewId = randomUUID()
        const address = `${previewScheme}://${randomBytes(16).toString('hex')}/`
        const document = previewDocument(kind, text)
        const counts = { isAdmitted: false, problems: 0, requests: 0 }
        known.set(previewId, { previewId, address, document, ...counts })
        const [oldest] = known.keys()
        if (known.size > maxPreviews && oldest !== undefined) known.delete(oldest)
        return { previewId, address: runtime.inPage(address) }
      },
      close({ previewId }) {
        known.delete(previewId)
        return {}
      },
      async openInBrowser({ kind, text }) {
        const facts = [{ key: 'consentScriptNetwork', value: '' }] as const
        await assertConsent(consent, { kind: 'preview', name: '', facts })
        const failure = await openPath(
          await writeForBrowser(byteOrderMark + previewDocument(kind, text)),
        )
        if (failure !== '') throw new AppError('browserMissing', failure)
        return {}
      },
    }),
  }
}
