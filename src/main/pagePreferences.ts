/** Returns the web preferences of every page of Parley: a sandbox, and of Node nothing. */
export function pagePreferences(preload: string) {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    // The preload script runs in frames too and removes WebRTC from them; no frame has Node.
    nodeIntegrationInSubFrames: true,
    webSecurity: true,
  } as const
}
