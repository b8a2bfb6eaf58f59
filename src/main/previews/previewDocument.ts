/** Returns the document of a preview. A drawing stands in the middle of one. */
export function previewDocument(kind: 'html' | 'svg', text: string): string {
  if (kind === 'html') return text
  const style = 'body { display: grid; place-items: center; min-block-size: 100vh; margin: 0 }'
  return `<!doctype html><style>${style} svg { max-inline-size: 100% }</style>${text}`
}
