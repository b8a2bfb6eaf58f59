import type { App } from 'electron'

const scheme = 'parley'

/**
 * Has Windows open `parley://` links with this program. An installer's files can't; on macOS and
 * Linux packages name the scheme in their own files. A portable program leaves the system alone.
 */
export function registerLinks(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>,
): void {
  if (platform !== 'win32' || env['PORTABLE_EXECUTABLE_FILE'] !== undefined) return
  if (!app.isDefaultProtocolClient(scheme)) app.setAsDefaultProtocolClient(scheme)
}
