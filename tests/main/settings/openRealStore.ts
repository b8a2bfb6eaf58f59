// Without Electron's binary its package throws at import, unless this variable is set.
process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= '/nowhere'

/** The real electron-store, on plain Node. */
export const { openStore } = await import('../../../src/main/settings/openStore.ts')
