import { randomBytes, randomUUID } from 'node:crypto'
import type { previews as previewsFeature } from '../../shared/previews.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { previewPolicy, previewScheme } from './previewPolicy.ts'

/** Documents that wait for their frames at a time; the oldest are forgotten. */
const maxWaiting = 10

export interface OpenPreviews extends OpenFeature<typeof previewsFeature> {
  /** Answers the previews' scheme: each document once, and nothing else. */
  serve: (request: Request) => Promise<Response>
  /** Tells whether a frame may load this address now: each one once. */
  admits: (address: string) => boolean
}

interface WaitingPreview {
  address: string
  document: string
  isAdmitted: boolean
}

/** Opens the previews. A document is in memory until its frame has loaded it. */
export function openPreviews(
  { runtime }: Pick<FeatureContext, 'runtime'>,
  { appOrigin }: { appOrigin: string },
): OpenPreviews {
  const waiting = new Map<string, WaitingPreview>()
  const find = (address: string): [string, WaitingPreview] | undefined =>
    [...waiting].find(([, preview]) => preview.address === address)

  return {
    async serve({ url, method }) {
      const headers = {
        'content-security-policy': previewPolicy(appOrigin),
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
      }
      const [id, preview] = find(url) ?? []
      if (id === undefined || !preview || method !== 'GET') {
        return new Response('Not found', { status: 404, headers })
      }
      waiting.delete(id)
      return new Response(preview.document, { headers })
    },
    admits(address) {
      const preview = find(address)?.[1]
      if (!preview || preview.isAdmitted) return false
      preview.isAdmitted = true
      return true
    },
    handlers: () => ({
      open({ kind, text }) {
        const previewId = randomUUID()
        const address = `${previewScheme}://${randomBytes(16).toString('hex')}/`
        const document = kind === 'svg' ? svgDocument(text) : text
        waiting.set(previewId, { address, document, isAdmitted: false })
        const [oldest] = waiting.keys()
        if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest)
        return { previewId, address: runtime.inPage(address) }
      },
      close({ previewId }) {
        waiting.delete(previewId)
        return {}
      },
    }),
  }
}

/** Returns a document that shows a drawing in its middle. */
function svgDocument(svg: string): string {
  const style = 'body { display: grid; place-items: center; min-block-size: 100vh; margin: 0 }'
  return `<!doctype html><style>${style} svg { max-inline-size: 100% }</style>${svg}`
}
