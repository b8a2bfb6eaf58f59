import { AppError } from '../../../shared/errors.ts'

/** The addresses of fal's services. */
export interface FalAddresses {
  /** The addresses without a slash at their end. */
  queue: string
  /** Where a request is answered with its result. */
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

const endpoint = /^(?:(?:workflows|comfy)\/)?[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*$/

/** Checks an endpoint's id, which becomes part of an address. Errors: modelNotFound. */
export function assertEndpoint(id: string): void {
  const steps = id.split('/')
  if (endpoint.test(id) && !steps.includes('.') && !steps.includes('..')) return
  throw new AppError('modelNotFound', 'An id has the form owner/alias', { model: id })
}

/** Returns the part of an endpoint's id that its requests belong to. */
export function appOf(id: string): string {
  const steps = id.split('/')
  const isNamed = steps[0] === 'workflows' || steps[0] === 'comfy'
  return steps.slice(0, isNamed ? 3 : 2).join('/')
}
