import { isLocalAddress, parseBaseUrl } from '../../providers/configs/baseUrl.ts'
import { createTransport, type Fetch } from '../../providers/transport/transport.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import type { MediaProvider } from '../mediaProvider.ts'
import { comfyName, createComfyApi } from './comfyApi.ts'
import { comfyFields } from './comfyForm.ts'
import { createComfyJobs } from './comfyJobs.ts'
import { createProgress, type ProgressOptions } from './createProgress.ts'
import { askRules } from './inputRules.ts'
import type { Workflow, Workflows } from './workflows.ts'

export const comfyId = 'comfyui'

/** Default addresses of ComfyUI: the server's, and the desktop app's. */
const usualAddresses = ['http://127.0.0.1:8188', 'http://127.0.0.1:8000'] as const
const findMilliseconds = 1500

export interface ComfyServiceOptions extends ProgressOptions {
  workflows: () => Workflows
  fetch?: Fetch
}

/**
 * Returns ComfyUI as a media service, whose models are the imported workflows. Each has the address
 * of its server. `preview` gets the unfinished pictures of a prompt, by the id of its handle.
 */
export function createComfyService({
  workflows,
  fetch = createTransport(),
  ...options
}: ComfyServiceOptions): MediaProvider {
  const jobs = createComfyJobs(fetch, createProgress(options))
  return {
    id: comfyId,
    name: comfyName,
    models: async () => workflows().list().map(modelOf),
    async form(id, signal) {
      const { graph, marks, address } = workflows().read(id)
      const api = createComfyApi(address, fetch)
      return comfyFields(graph, marks, await askRules(api, graph, { marks, signal }))
    },
    estimate: () => Promise.resolve({ amount: 0, currency: 'USD' }),
    submit: (request, context) => jobs.submit(workflows().read(request.modelId), request, context),
    remote: jobs.remote,
  }
}

function modelOf({ id, name, address, kind, marks }: Workflow): MediaModel {
  return {
    ...{ providerId: comfyId, modelId: id, name, providerName: comfyName, kind },
    accepts: marks.some(({ role }) => role === 'image') ? ['image'] : [],
    ...{ resumable: true, local: isLocalAddress(address), retirement: null },
  }
}

/**
 * Returns the address of the ComfyUI that runs on this machine, or where it would listen.
 * `COMFYUI_ADDRESS` names another one. Errors: addressInvalid for that.
 */
export async function findComfy(
  environment: NodeJS.ProcessEnv,
  fetch: Fetch = createTransport(),
): Promise<string> {
  const named = environment['COMFYUI_ADDRESS']
  if (named) return parseBaseUrl(named, '').baseUrl
  for (const address of usualAddresses) {
    const signal = AbortSignal.timeout(findMilliseconds)
    const api = createComfyApi(address, fetch)
    if (await api.read('/system_stats', { signal }).catch(() => undefined)) return address
  }
  return usualAddresses[0]
}
