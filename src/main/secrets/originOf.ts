/**
 * Returns the origin that keys are bound to: scheme, host and port. The regions of Bedrock share
 * one origin per partition, since only AWS runs them and a key is valid in all of them. Returns
 * null for an address that is not http or https.
 */
export function originOf(address: string | URL): string | null {
  const url = URL.parse(String(address))
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  const partition = /^https:\/\/bedrock(?:-runtime)?\.[a-z]{2,10}(?:-[a-z0-9]+)+\.([a-z.]+)$/.exec(
    url.origin,
  )?.[1]
  if (partition !== undefined && awsDomains.has(partition)) return awsOrigin(partition)
  return url.origin
}

const awsDomains: ReadonlySet<string> = new Set([
  'amazonaws.com',
  'amazonaws.com.cn',
  'amazonaws.eu',
])

function awsOrigin(domain: string): string {
  return `https://bedrock.*.${domain}`
}

/** Returns true if an origin from `originOf` is AWS itself. */
export function isAwsOrigin(origin: string): boolean {
  return [...awsDomains].some((domain) => origin === awsOrigin(domain))
}
