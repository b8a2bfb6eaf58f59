// Without Electron's binary its package throws when it is imported, unless it is told where to look.
process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= '/nowhere'

/** The real electron-store, on plain Node. */
export const { openStore } = await import('../../../src/main/settings/openStore.ts')
