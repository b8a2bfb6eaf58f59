import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rivalsFolder } from '../rivals/installRivals.ts'

/** The part of @fal-ai/client that is measured. */
export interface FalClient {
  queue: {
    submit: (endpoint: string, options: { input: object }) => Promise<{ request_id: string }>
    subscribeToStatus: (
      endpoint: string,
      options: { requestId: string; logs: boolean; pollInterval: number },
    ) => Promise<unknown>
  }
  storage: { upload: (file: Blob) => Promise<string> }
}

interface FalRequest {
  method: string
  url: string
  headers?: Record<string, string>
}

interface FalModule {
  createFalClient: (config: {
    credentials: string
    requestMiddleware: (request: FalRequest) => Promise<FalRequest>
  }) => FalClient
}

/** Returns fal's own client, whose requests go to a stand-in at this origin. */
export function createFalClient(origin: string): FalClient {
  const load = createRequire(join(rivalsFolder('media'), 'package.json'))
  const { createFalClient: create } = load('@fal-ai/client') as FalModule
  return create({
    credentials: 'fal-key',
    requestMiddleware: (request) =>
      Promise.resolve({
        ...request,
        url: request.url
          .replace('https://queue.fal.run', origin)
          .replace('https://rest.fal.ai', `${origin}/rest`),
      }),
  })
}
