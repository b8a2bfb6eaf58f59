/**
 * Returns whom a request to this address reaches, as keys are bound to it: scheme, host and port.
 * The regions of Bedrock are one, since AWS alone has them and its keys are for all of a partition.
 * Null for what is no address over http or https.
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

/** Whether an origin, as `originOf` gives it, is AWS itself. */
export function isAwsOrigin(origin: string): boolean {
  return [...awsDomains].some((domain) => origin === awsOrigin(domain))
}
