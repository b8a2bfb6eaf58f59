/** The scheme by which main serves previews. Each one has a host of its own. */
export const previewScheme = 'preview'

/**
 * Returns the content security policy of a preview: scripts and styles that stand in the document,
 * pictures that it carries, and nothing else. No source is an address, so nothing can be fetched.
 */
export function previewPolicy(appOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${appOrigin}`,
    'sandbox allow-scripts allow-forms',
  ].join('; ')
}
