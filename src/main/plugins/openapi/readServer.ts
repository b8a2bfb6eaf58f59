import { isObject, textOf, type JsonObject } from '../../../shared/json.ts'
import { documentError } from './documentError.ts'

/**
 * Returns the address that an operation's path is appended to: of its own servers, its path's or
 * the document's, the first. Errors: pluginManifestInvalid.
 */
export function readServer(
  document: JsonObject,
  path: JsonObject,
  operation: JsonObject,
  documentUrl: string | null,
): string {
  const [server] = [operation, path, document].flatMap(({ servers }): unknown[] =>
    Array.isArray(servers) ? servers : [],
  )
  const address = isObject(server) ? fillVariables(server) : swaggerAddress(document)
  const url = URL.parse(address, documentUrl ?? undefined)
  if (!url) throw documentError('servers', `“${address}” is no complete address`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw documentError('servers', 'Only http and https addresses can be used')
  }
  if (url.username !== '' || url.password !== '') {
    throw documentError('servers', 'An address must not hold a name or a password')
  }
  return url.origin + url.pathname
}

/** Fills the variables of a server's address with their defaults. */
function fillVariables(server: JsonObject): string {
  const { variables } = server
  return textOf(server['url']).replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined
    const value = isObject(variable) ? variable['default'] : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
}

/** Returns the address of a document of OpenAPI 2.0. Without one it is the document's own server. */
function swaggerAddress({ host, basePath, schemes }: JsonObject): string {
  const path = textOf(basePath) || '/'
  if (typeof host !== 'string' || host === '') return path
  const isPlain = Array.isArray(schemes) && schemes.includes('http') && !schemes.includes('https')
  return `${isPlain ? 'http' : 'https'}://${host}${path}`
}
