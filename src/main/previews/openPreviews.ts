import { randomBytes, randomUUID } from 'node:crypto'
import { parseJson } from '../../shared/json.ts'
import { previewProblemSchema, previews as previewsFeature } from '../../shared/previews.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { readAtMost } from '../readAtMost.ts'
import { previewDocument } from './previewDocument.ts'
import { previewPolicy, previewScheme, problemsPath } from './previewPolicy.ts'

/** Previews at a time; the oldest are forgotten. The window shows one. */
const maxPreviews = 10
/** Problems of one preview that are told. */
const maxProblems = 20
const maxProblemBytes = 4000
/** Requests with problems, after which the preview loses its frame. */
const maxRequests = 200

export interface OpenPreviews extends OpenFeature<typeof previewsFeature> {
  /** Answers the previews' scheme: each document once, and what went wrong in it. */
  serve: (request: Request) => Promise<Response>
  /** Tells whether a frame may load this address now: each one once. */
  admits: (address: string) => boolean
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
  { runtime, createBroadcast }: Pick<FeatureContext, 'runtime' | 'createBroadcast'>,
  { appOrigin }: { appOrigin: string },
): OpenPreviews {
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
    }),
  }
}
