import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors.ts'
import type { ResourcePage, TemplateList } from '../../../shared/plugins/pluginContent.ts'
import { isListCut } from '../boundLists.ts'
import { readContents, type ServerFile } from './serverFile.ts'

const maxPageResources = 500
const maxTemplates = 200
const maxVariables = 50
const maxTextLength = 2000
const maxUriLength = 5000

/** Returns one page of a server's resources; the first without a cursor. */
export async function listResources(
  client: Client,
  cursor: string | undefined,
  options: RequestOptions,
): Promise<ResourcePage> {
  if (!client.getServerCapabilities()?.resources) return { resources: [], leftOut: 0, next: null }
  const params = cursor === undefined ? {} : { cursor }
  const page = await client.request({ method: 'resources/list', params }, options)
  const resources = page.resources
    .filter(({ uri }) => uri.length <= maxUriLength)
    .slice(0, maxPageResources)
    .map(({ uri, name, title, description, mimeType, size }) => ({
      uri,
      title: title ?? name,
      description: (description ?? '').slice(0, maxTextLength),
      mediaType: mimeType ?? null,
      sizeBytes: size !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : null,
    }))
  const leftOut = page.resources.length - resources.length
  return { resources, leftOut, next: page.nextCursor ?? null }
}

/** Returns the templates of a server's resources, at most 200. */
export async function listTemplates(
  client: Client,
  options: RequestOptions,
): Promise<TemplateList> {
  if (!client.getServerCapabilities()?.resources) return { templates: [], leftOut: 0, isCut: false }
  const { UriTemplate } = await import('@modelcontextprotocol/client')
  const { resourceTemplates: listed } = await client.listResourceTemplates({}, options)
  const templates = listed
    .filter(({ uriTemplate }) => uriTemplate.length <= maxUriLength)
    .slice(0, maxTemplates)
    .map(({ uriTemplate, name, title, description }) => {
      const variables = variablesOf(uriTemplate, UriTemplate)
      const about = (description ?? '').slice(0, maxTextLength)
      return {
        ...{ template: uriTemplate, title: title ?? name, description: about },
        variables: variables.slice(0, maxVariables),
        variablesLeftOut: Math.max(0, variables.length - maxVariables),
      }
    })
  const isCut = isListCut(client, 'resources/templates/list')
  return { templates, leftOut: listed.length - templates.length, isCut }
}

type Templates = (typeof import('@modelcontextprotocol/client'))['UriTemplate']

function variablesOf(template: string, Template: Templates): string[] {
  try {
    return [...new Set(new Template(template).variableNames)]
  } catch {
    // One that can't be read is an address as it is.
    return []
  }
}

/** Returns the address that a template and values give. Errors: addressInvalid. */
export async function expandTemplate(
  template: string,
  values: Record<string, string>,
): Promise<string> {
  const { UriTemplate } = await import('@modelcontextprotocol/client')
  try {
    return new UriTemplate(template).expand(values)
  } catch (error) {
    throw new AppError('addressInvalid', 'The template gives no address', {}, error)
  }
}

/** Reads a resource, as the server has it now. Errors: those of the server. */
export async function readResource(
  client: Client,
  uri: string,
  options: RequestOptions,
): Promise<ServerFile[]> {
  const { contents } = await client.readResource({ uri }, { ...options, cacheMode: 'bypass' })
  return readContents(contents)
}

/**
 * Asks a server to tell when resources change, if it can. Returns the function that ends that.
 */
export async function followResources(
  client: Client,
  uris: readonly string[],
  options: RequestOptions,
): Promise<() => Promise<void>> {
  if (uris.length === 0 || client.getServerCapabilities()?.resources?.subscribe !== true) {
    return () => Promise.resolve()
  }
  if (client.getProtocolEra() === 'modern') {
    // The signal of a request would end what is to outlive it.
    const subscription = await client.listen({ resourceSubscriptions: [...uris] })
    return () => subscription.close()
  }
  await Promise.all(uris.map((uri) => client.subscribeResource({ uri }, options)))
  return async () => {
    await Promise.all(uris.map((uri) => client.unsubscribeResource({ uri })))
  }
}
