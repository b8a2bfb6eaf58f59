/** Permissions of Parley's own page besides the microphone. */
const grantedPermissions: readonly string[] = ['clipboard-sanitized-write']

/**
 * Returns whether Parley's own page has a permission. `mediaTypes` are those of a request for
 * `media`: only the microphone alone is granted. Electron gives an empty list for a capture of the
 * screen or of its sound.
 */
export function isGranted(permission: string, mediaTypes: readonly string[] = []): boolean {
  if (permission !== 'media') return grantedPermissions.includes(permission)
  return mediaTypes.length > 0 && mediaTypes.every((type) => type === 'audio')
}
