import { guardedRequest, type RequestLimits } from '../../network/guardedRequest.ts'
import type { HostRule } from '../../network/hostRule.ts'
import { addressesWith } from '../network/sheetRule.ts'
import { mayReach } from './frameAddress.ts'
import type { PagePlugin, SendPageRequest } from './pagePlugin.ts'

const limits: RequestLimits = { bytes: 20 * 1024 * 1024, milliseconds: 30_000, overflow: 'fail' }

/** Sends what a page asks for. Errors: as `SendPageRequest`, tooHeavy over 20 MB. */
export const sendPageRequest: SendPageRequest = (plugin, url, request) => {
  return guardedRequest(url, { ...request, allows: pageHosts(plugin), limits })
}

/** Returns the rule for a page's requests: the hosts that the sheet names for pages. */
function pageHosts(plugin: PagePlugin): HostRule {
  const pageUrl = new URL(plugin.sheet.page?.url ?? 'https://none.invalid')
  return {
    allowsHost: (url) => mayReach(plugin, pageUrl, url),
    allowsAddress: addressesWith(plugin.choices.localNetwork),
  }
}
