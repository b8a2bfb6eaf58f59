import type { ShownRequest } from '../../../shared/plugins/plugins.ts'
import { type ApiCall, planRequest } from './planRequest.ts'

const mask = '***'

/**
 * Returns the request that a call would send, with each secret masked: the page shows it. Sends
 * nothing. Errors: pluginArgumentsInvalid.
 */
export function shownRequest(call: ApiCall): ShownRequest {
  const secrets = new Set(call.sheet.secretSettings)
  // The secrets are not in it to begin with, so that none can be left in any form.
  const settings = Object.fromEntries(
    Object.entries(call.settings).map(([name, value]) => [
      name,
      secrets.has(name) && value !== null ? mask : value,
    ]),
  )
  const { method, url, headers, body } = planRequest({ ...call, settings })
  return { method, url: url.href, headers: Object.entries(headers), body: body ?? null }
}
