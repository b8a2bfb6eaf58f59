import { isObject, textOf, type JsonObject } from '../../../shared/json.ts'
import type { SheetNote } from '../../../shared/plugins/pluginSheet.ts'
import { hasHiddenCharacters } from '../sheet/hiddenCharacters.ts'
import { createSchemaConverter, maxDocumentParts, type PartsLeft } from './convertSchema.ts'
import { documentError } from './documentError.ts'
import type { OpenApiPlugin, OpenApiTool } from './openApiTask.ts'
import { bodyArgument } from './operation.ts'
import { parseDocument } from './parseDocument.ts'
import { readBody } from './readBody.ts'
import { readParameters } from './readParameters.ts'
import { neededSettings, readSecurity, type PlainSignIn, type Security } from './readSecurity.ts'
import { readServer } from './readServer.ts'
import { createReferences, entriesOf, shortText, type References } from './references.ts'

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
const maxTools = 500
const maxNotes = 100
const maxNameLength = 200
const maxDescriptionLength = 2000

interface FoundOperation {
  method: string
  path: string
  pathItem: JsonObject
  operation: JsonObject
}

interface Context {
  document: JsonObject
  url: string | null
  references: References
  security: Security
  partsLeft: PartsLeft
  note: (code: SheetNote['code'], path: string) => void
}

/**
 * Compiles an OpenAPI document (2.0, 3.0, 3.1), in JSON or YAML, into tools and settings. Reads
 * nothing but the text. It runs in a thread: a hostile document can take any time. Errors:
 * pluginManifestInvalid with the part that can't be used.
 */
export function compileOpenApi(
  text: string,
  url: string | null,
  signIn: PlainSignIn | null,
): OpenApiPlugin {
  const document = parseDocument(text)
  assertVersion(document)
  const references = createReferences(document)
  const found = findOperations(document, references)
  const operations = found.map(({ operation }) => operation)
  const security = readSecurity(document, operations, references, signIn)
  const notes: SheetNote[] = []
  const note: Context['note'] = (code, path) => {
    if (notes.length < maxNotes) notes.push({ code, path, subject: path.slice(0, 300) })
  }
  for (const name of security.unsupported) note('signInUnsupported', name)
  if (found.length > maxTools) note('partLeftOut', `paths (${String(found.length)})`)
  const partsLeft = { parts: maxDocumentParts }
  const context: Context = { document, url, references, security, partsLeft, note }
  const names = new Set<string>()
  const tools = found
    .slice(0, maxTools)
    .flatMap((operation) => compileOperation(operation, names, context) ?? [])
  const info = references.follow(document['info']) ?? {}
  return {
    title: shortText(info['title'], maxNameLength),
    description: shortText(info['description'], maxDescriptionLength),
    version: shortText(info['version'], maxNameLength) || null,
    tools,
    settings: settingsOf(security, tools),
    notes,
  }
}

function assertVersion({ openapi, swagger, paths }: JsonObject): void {
  const said = openapi ?? swagger
  // In YAML it may be a number.
  const version = typeof said === 'number' ? said.toFixed(1) : textOf(said)
  if (!/^(?:2\.0|3\.[012])/.test(version)) {
    throw documentError('openapi', `The version “${version.slice(0, 50)}” can't be read`)
  }
  if (!isObject(paths)) throw documentError('paths', 'There are no paths')
}

function findOperations(document: JsonObject, references: References): FoundOperation[] {
  return entriesOf(references, document['paths']).flatMap(([path, value]) => {
    const pathItem = references.follow(value)
    if (!pathItem || !path.startsWith('/')) return []
    return Object.entries(pathItem).flatMap(([method, operation]) =>
      methods.has(method) && isObject(operation) ? { method, path, pathItem, operation } : [],
    )
  })
}

function compileOperation(
  { method, path, pathItem, operation }: FoundOperation,
  names: Set<string>,
  { document, url, references, security, partsLeft, note }: Context,
): OpenApiTool | undefined {
  const place = `paths.${path}.${method}`
  const converter = createSchemaConverter(references, partsLeft)
  const lists = [pathItem['parameters'], operation['parameters']]
  const consumes = operation['consumes'] ?? document['consumes']
  const given = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
  const parameters = readParameters(path, lists, references, converter)
  const body = readBody(operation, given, consumes, references, converter)
  if (body === 'unsupported') {
    note('partLeftOut', `${place}.requestBody`)
    return undefined
  }
  if (converter.isCut()) note('partLeftOut', `${place}.parameters`)
  const required = [
    ...parameters.flatMap(({ parameter, isRequired }) => (isRequired ? parameter.argument : [])),
    ...(body?.isRequired ? [bodyArgument] : []),
  ]
  const properties = [
    ...parameters.map(({ parameter, schema }) => [parameter.argument, schema] as const),
    ...(body ? [[bodyArgument, body.schema] as const] : []),
  ]
  const upper = method.toUpperCase()
  const name = uniqueName(textOf(operation['operationId']).trim() || `${upper} ${path}`, names)
  const summary = operation['summary'] ?? operation['description']
  const description = shortText(summary, maxDescriptionLength) || name
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
  if (hasHiddenCharacters(name + description + JSON.stringify(schema))) {
    note('hiddenCharacters', place)
  }
  return {
    name,
    description,
    parameters: schema,
    effect: method === 'get' || method === 'head' ? 'read' : 'outside',
    operation: {
      method: upper,
      server: readServer(document, pathItem, operation, url),
      path,
      parameters: parameters.map(({ parameter }) => parameter),
      bodyType: body?.mediaType ?? null,
      security: security.alternativesOf(operation),
    },
  }
}

function uniqueName(wanted: string, names: Set<string>): string {
  const base = wanted.slice(0, maxNameLength - 4)
  let name = base
  for (let count = 2; names.has(name); count += 1) name = `${base}_${String(count)}`
  names.add(name)
  return name
}

function settingsOf(
  { settings }: Security,
  tools: readonly OpenApiTool[],
): Record<string, unknown> | null {
  if (Object.keys(settings).length === 0) return null
  const required = neededSettings(tools.map(({ operation }) => operation.security))
  return { type: 'object', properties: settings, ...(required.length > 0 && { required }) }
}
