/**
 * Throws in an AppImage whose launcher has switched Chromium's sandbox off, as it does where the
 * system denies user namespaces to programs without a profile (Ubuntu 24.04).
 */
export function requireSandbox(
  commandLine: { hasSwitch: (name: string) => boolean },
  env: NodeJS.ProcessEnv,
): void {
  if (!env['APPIMAGE'] || !commandLine.hasSwitch('no-sandbox')) return
  throw new Error(
    'This system denies an AppImage the sandbox that protects you from what Parley shows. ' +
      'Install the deb or rpm package of Parley instead.',
  )
}
