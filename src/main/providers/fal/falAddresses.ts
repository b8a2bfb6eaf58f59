import { AppError } from '../../../shared/errors.ts'

/** The addresses of fal's services. */
export interface FalAddresses {
  /** The addresses without a slash at their end. */
  queue: string
  /** Answers a request with its result on the same connection, without the queue. */
  direct: string
  storage: string
  platform: string
  schemas: string
  /** Tells whether an address that fal gave may get the key. */
  mayGetKey: (address: string) => boolean
}

const falQueueAddress = 'https://queue.fal.run'

/** Returns fal's addresses; those of a stand-in, such as a team's gateway, all lie below its own. */
export function falAddresses(baseUrl: string): FalAddresses {
  const queue = baseUrl.replace(/\/+$/, '')
  if (queue === falQueueAddress) {
    return {
      queue,
      direct: 'https://fal.run',
      storage: 'https://rest.fal.ai',
      platform: 'https://api.fal.ai/v1',
      schemas: 'https://fal.ai/api/openapi/queue/openapi.json',
      mayGetKey: (address) => isOfFal(URL.parse(address)),
    }
  }
  const { origin } = new URL(queue)
  return {
    queue,
    direct: `${queue}/run`,
    storage: `${queue}/rest`,
    platform: `${queue}/platform`,
    schemas: `${queue}/openapi.json`,
    mayGetKey: (address) => URL.parse(address)?.origin === origin,
  }
}

function isOfFal(url: URL | null): boolean {
  return url?.protocol === 'https:' && url.port === '' && /(?:^|\.)fal\.run$/.test(url.hostname)
}

const namespaces: readonly string[] = ['workflows', 'comfy']
const stepPattern = /^[\w.-]+$/

/**
 * Returns an endpoint's id as it becomes part of an address: `owner/alias`, below `workflows` or
 * `comfy` for some, with any path behind. fal once wrote `123-alias` for `123/alias`. Errors:
 * modelNotFound.
 */
export function endpointOf(id: string): string {
  const endpoint = id.replace(/^([0-9]+)-([a-zA-Z0-9-]+)$/, '$1/$2')
  const steps = endpoint.split('/')
  const isGood = steps.every((step) => stepPattern.test(step) && step !== '.' && step !== '..')
  if (isGood && steps.length >= appLength(steps)) return endpoint
  throw new AppError('modelNotFound', 'An id has the form owner/alias', { model: id })
}

/** Returns the part of an endpoint's id that its requests belong to. */
export function appOf(endpoint: string): string {
  const steps = endpoint.split('/')
  return steps.slice(0, appLength(steps)).join('/')
}

const streamEnd = '/stream'

/** Tells whether an endpoint answers with a stream of events, which no queue can hand on. */
export function isStream(endpoint: string): boolean {
  return endpoint.endsWith(streamEnd) && endpoint !== appOf(endpoint)
}

/** Returns the endpoint whose answers a stream shows while they are made; any other id as it is. */
export function withoutStream(endpoint: string): string {
  return isStream(endpoint) ? endpoint.slice(0, -streamEnd.length) : endpoint
}

function appLength([first = '']: readonly string[]): number {
  return namespaces.includes(first) ? 3 : 2
}
