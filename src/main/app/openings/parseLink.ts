import { z } from 'zod'
import { AppError, toWire } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { openingSchema, type Opening } from '../../../shared/openings.ts'
import { maxLinkLength } from './toMessage.ts'

const shownLength = 100

// oxlint-disable-next-line no-control-regex -- they have no place in a link
const controls = /[\0-\x1f\x7f-\x9f]/
// oxlint-disable-next-line no-control-regex -- a text keeps its lines and tabs
const controlsOfText = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** The common form of a server: a program, or an address. */
const serverSchema = z.union([
  z.looseObject({ command: z.string().min(1) }),
  z.looseObject({ url: z.string().regex(/^https?:\/\//i) }),
])

/**
 * Returns what a link asks for: `parley://chat/<id>[?message=<id>]`, `parley://new?text=`,
 * `parley://plugin/install?url=`, `parley://mcp/install?name=&config=`. Any other is refused.
 */
export function parseLink(link: string): Opening {
  try {
    return openingSchema.parse(read(link))
  } catch {
    return refuse(link)
  }
}

/** Returns the opening that tells of a link or file that can't be opened. */
export function refuse(subject: string): Opening {
  const shown = subject.replaceAll(new RegExp(controls, 'g'), ' ').toWellFormed()
  const cut = shown.length > shownLength ? `${shown.slice(0, shownLength)}…` : shown
  const error = new AppError('openingRefused', 'It can’t be opened', {
    subject: cut.toWellFormed(),
  })
  return { kind: 'refused', error: toWire(error) }
}

function read(link: string): unknown {
  if (link.length > maxLinkLength || controls.test(link)) return undefined
  const { protocol, host, pathname, searchParams } = new URL(link)
  if (protocol !== 'parley:') return undefined
  const path = pathname.replace(/^\/|\/$/g, '')
  switch (path === '' || host === 'chat' ? host : `${host}/${path}`) {
    case 'chat':
      return { kind: 'chat', conversationId: path, messageId: searchParams.get('message') }
    case 'new':
      return { kind: 'new', text: cleanText(searchParams.get('text') ?? '') }
    case 'plugin/install':
      return { kind: 'plugin', url: webAddress(searchParams.get('url')) }
    case 'mcp/install':
      return { kind: 'server', json: serverOf(searchParams) }
    default:
      return undefined
  }
}

function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(controlsOfText, '')
}

function webAddress(url: string | null): string {
  const { protocol, href } = new URL(url ?? '')
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not an address of the web')
  return href
}

/**
 * Returns a server as the JSON of other clients' files. The link has it as Cursor's and LM Studio's
 * do, in `config` as JSON in base64, or as JSON itself; or field by field: `command` with an `arg`
 * for each argument, or `url`.
 */
function serverOf(given: URLSearchParams): string {
  const name = z
    .string()
    .min(1)
    .max(100)
    .parse(given.get('name') ?? 'server')
  const config = given.get('config')
  const server = serverSchema.parse(config === null ? fieldsOf(given) : parseJson(decode(config)))
  return JSON.stringify({ mcpServers: { [name]: server } })
}

function fieldsOf(given: URLSearchParams): unknown {
  const url = given.get('url')
  return url === null ? { command: given.get('command'), args: given.getAll('arg') } : { url }
}

function decode(config: string): string {
  if (config.trimStart().startsWith('{')) return config
  // A plus that is not encoded arrives as a space.
  return Buffer.from(config.replaceAll(' ', '+'), 'base64').toString('utf8')
}
