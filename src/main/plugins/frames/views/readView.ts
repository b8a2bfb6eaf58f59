import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'

/** The document of a view, and the hosts that it says it needs. */
export interface ViewDocument {
  html: string
  hosts: readonly string[]
}

const viewType = 'text/html;profile=mcp-app'
const maxHtmlLength = 5_000_000
const maxHosts = 100

const origins = z.array(z.string().max(300)).max(maxHosts).default([]).catch([])
const contentSchema = z.object({
  mimeType: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
  _meta: z
    .looseObject({
      ui: z
        .looseObject({
          csp: z.looseObject({ connectDomains: origins, resourceDomains: origins }).optional(),
        })
        .optional(),
    })
    .optional(),
})

/**
 * Reads a resource that is a view (`ui://`). What its metadata asks for besides hosts, such as
 * permissions and frames, it does not get. Errors: pluginServerFailed.
 */
export function readView(result: unknown, uri: string): ViewDocument {
  const contents = z.object({ contents: z.array(z.unknown()) }).safeParse(result).data?.contents
  const { data } = contentSchema.safeParse(contents?.[0])
  const type = data?.mimeType?.replaceAll(/\s/g, '').toLowerCase()
  const html = data?.text ?? Buffer.from(data?.blob ?? '', 'base64').toString('utf8')
  if (type !== viewType || html === '' || html.length > maxHtmlLength) {
    throw new AppError('pluginServerFailed', 'The view is no page', { subject: uri.slice(0, 300) })
  }
  const { connectDomains = [], resourceDomains = [] } = data?._meta?.ui?.csp ?? {}
  const hosts = [...connectDomains, ...resourceDomains].flatMap(
    (origin) => URL.parse(origin)?.host ?? [],
  )
  return { html, hosts: [...new Set(hosts)] }
}
