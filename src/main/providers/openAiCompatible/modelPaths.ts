/**
 * Returns the paths, below the base URL, at which services tell of one model, the likeliest first.
 * A slash in an id is encoded, as OpenAI's client does it; some gateways want it as it is. Colons,
 * as in `ft:gpt-4.1:org::id`, and at signs stay. Empty for an id that is no part of a path.
 */
export function modelPaths(modelId: string): string[] {
  // Google's ids begin with the kind of resource, which is in the path already.
  const segments = modelId.replace(/^models\//, '').split('/')
  const encoded = segments.map((segment) =>
    encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%40', '@'),
  )
  // URLs resolve these, which would lead to another path.
  if (segments.some((segment) => ['', '.', '..'].includes(segment))) return []
  const whole = `models/${encoded.join('%2F')}`
  return segments.length === 1 ? [whole] : [whole, `models/${encoded.join('/')}`]
}
