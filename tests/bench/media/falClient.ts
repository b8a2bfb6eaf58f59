import { createFalClient, type FalClient } from '@fal-ai/client'

/** Returns fal's own client as it comes, whose requests go to a stand-in at this origin. */
export function createClientAlone(origin: string): FalClient {
  return createFalClient({
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
