import type { CommandLine } from 'electron'

const feature = 'GlobalShortcutsPortal'

/**
 * Lets Electron register hotkeys with the desktop's portal, the only way to them on Wayland. Call it
 * before the app is ready.
 */
export function enablePortalShortcuts(
  commandLine: Pick<CommandLine, 'appendSwitch' | 'getSwitchValue'>,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>,
): void {
  if (platform !== 'linux' || !env['WAYLAND_DISPLAY']) return
  // Chromium reads only the last of several such switches.
  const given = commandLine.getSwitchValue('enable-features')
  commandLine.appendSwitch('enable-features', given ? `${given},${feature}` : feature)
}
