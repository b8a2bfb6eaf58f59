/** The scheme by which main serves previews. Each one has a host of its own. */
export const previewScheme = 'preview'

/** Path at which a preview tells main what went wrong in it (preload's reportProblems.ts). */
export const problemsPath = '~problems'

/**
 * Returns the content security policy of a preview at an address: scripts and styles that stand in
 * the document, pictures that it carries, and nothing else. The only address is the one where main
 * takes its problems, so nothing can be fetched.
 */
export function previewPolicy(address: string, appOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    `connect-src ${address}${problemsPath}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${appOrigin}`,
    'sandbox allow-scripts allow-forms',
  ].join('; ')
}
