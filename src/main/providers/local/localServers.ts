import table from '../../../../resources/localServers.json' with { type: 'json' }

export const localServerIds = [
  'ollama',
  'lmstudio',
  'llamacpp',
  'vllm',
  'localai',
  'jan',
  'koboldcpp',
] as const
export type LocalServerId = (typeof localServerIds)[number]

export interface LocalServer {
  id: LocalServerId
  name: string
  port: number
  /** The environment variable in which the server reads its address. */
  environment?: string | undefined
  /** The features that not all local servers have. */
  abilities?:
    | { countsTokens?: boolean | undefined; managesModels?: boolean | undefined }
    | undefined
}

/** The servers of the table, whose form a test checks. */
export const localServers = table as readonly LocalServer[]

/**
 * Returns a server's base URL according to its own environment variable or default port, with
 * `/v1`.
 */
export function defaultAddress(server: LocalServer, environment: NodeJS.ProcessEnv): string {
  const value = server.environment === undefined ? undefined : environment[server.environment]
  return addressOf(value?.trim() ?? '', server.port) ?? `http://127.0.0.1:${String(server.port)}/v1`
}

/**
 * Parses a listening address as servers accept it: `host`, `host:port`, `:port` or a URL. Replaces
 * a wildcard address by the loopback address.
 */
function addressOf(value: string, port: number): string | undefined {
  if (value === '') return undefined
  const text = /^https?:\/\//i.test(value) ? value : `http://${value.replace(/^:/, '0.0.0.0:')}`
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.hostname === '') return undefined
  const hasPort = url.port !== '' || /^https?:\/\//i.test(value)
  if (!hasPort) url.port = String(port)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/v1`
}
