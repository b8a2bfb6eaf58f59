import { isObject, textOf, type JsonObject } from '../../../shared/json.ts'
import { isConnectionHeader } from '../../network/openResponse.ts'
import type { Credential } from './operation.ts'
import { entriesOf, shortText, type References } from './references.ts'

/** A way to sign in that Parley can use: a setting and its place in a request. */
interface Scheme {
  credential: Credential
  schema: Record<string, unknown>
}

export interface Security {
  /** Returns the alternatives of an operation, those with secrets first. */
  alternativesOf: (operation: JsonObject) => Credential[][]
  /** The schemas of the settings, by name. */
  settings: Record<string, Record<string, unknown>>
  /** The names of schemes that Parley can't use. */
  unsupported: string[]
}

/** Sign-in that a plugin's description names without a security scheme. */
export type PlainSignIn = 'bearer' | 'basic'

const tokenName = 'accessToken'

/** Reads the ways to sign in to a document's servers. `signIn` counts if the document names none. */
export function readSecurity(
  document: JsonObject,
  operations: readonly JsonObject[],
  references: References,
  signIn: PlainSignIn | null,
): Security {
  const schemes = new Map<string, Scheme>()
  const unsupported: string[] = []
  const { components } = document
  const listed = isObject(components) ? components['securitySchemes'] : undefined
  for (const [key, value] of entriesOf(references, listed ?? document['securityDefinitions'])) {
    const scheme = readScheme(key, references.follow(value) ?? {})
    if (scheme) schemes.set(key, scheme)
    else unsupported.push(key)
  }
  if (schemes.size === 0 && signIn !== null) {
    schemes.set(tokenName, {
      credential: { setting: tokenName, in: signIn, name: '' },
      schema: password(tokenName, signIn === 'basic' ? 'user:password' : ''),
    })
  }
  // Documents forget to say where their schemes are used; then they are used everywhere.
  const isSaid =
    Array.isArray(document['security']) ||
    operations.some(({ security }) => Array.isArray(security))
  const everywhere = [...schemes.values()].map(({ credential }) => [credential])

  return {
    alternativesOf(operation) {
      if (!isSaid) return everywhere
      const requirements: unknown = operation['security'] ?? document['security']
      if (!Array.isArray(requirements)) return []
      return requirements
        .flatMap((requirement) => readRequirement(requirement, schemes))
        .toSorted((first, second) => Number(first.length === 0) - Number(second.length === 0))
    },
    settings: Object.fromEntries(
      [...schemes.values()].map(({ credential, schema }) => [credential.setting, schema]),
    ),
    unsupported,
  }
}

/** Returns the settings without which no operation that is signed in to works. */
export function neededSettings(operations: readonly Credential[][][]): string[] {
  const [first = [], ...others] = operations
    .filter((alternatives) => alternatives.some((credentials) => credentials.length > 0))
    .flat()
    .map((credentials) => credentials.map(({ setting }) => setting))
  return first.filter((setting) => others.every((settings) => settings.includes(setting)))
}

function readRequirement(value: unknown, schemes: Map<string, Scheme>): Credential[][] {
  if (!isObject(value)) return []
  const used = Object.keys(value).map((key) => schemes.get(key))
  const known = used.flatMap((scheme) => scheme?.credential ?? [])
  return known.length === used.length ? [known] : []
}

function readScheme(key: string, value: JsonObject): Scheme | null {
  const description = shortText(value['description'], 300)
  const scheme = (
    setting: string,
    place: Credential['in'],
    name = '',
    hint = description,
  ): Scheme => ({
    credential: { setting, in: place, name },
    schema: password(name || key, hint),
  })
  switch (value['type']) {
    case 'apiKey': {
      const [place, name] = [textOf(value['in']), textOf(value['name'])]
      if (place === 'query' && name !== '') return scheme(key, place, name)
      const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !isConnectionHeader(name)
      return isToken && (place === 'header' || place === 'cookie') ? scheme(key, place, name) : null
    }
    case 'basic':
      return scheme(key, 'basic', '', description || 'user:password')
    case 'http': {
      const kind = textOf(value['scheme']).toLowerCase()
      if (kind === 'basic') return scheme(key, 'basic', '', description || 'user:password')
      return kind === 'bearer' ? scheme(key, 'bearer') : null
    }
    case 'oauth2':
    case 'openIdConnect':
      return scheme(`${key}_${tokenName}`, 'bearer')
    default:
      return null
  }
}

function password(title: string, description: string): Record<string, unknown> {
  return { type: 'string', format: 'password', title, ...(description && { description }) }
}
