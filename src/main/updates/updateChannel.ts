import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import configured from '../../../resources/updateChannel.json' with { type: 'json' }
import { addressKind, isPublicAddress } from '../network/addressKind.ts'
import { isLoopbackName, type HostRule } from '../network/hostRule.ts'

/** The server of Parley's updates, and who may sign what it offers. */
export interface UpdateChannel {
  /** The folder of the channel files, with a slash at its end. */
  address: URL
  /** Ed25519 keys. A new key is added a release before the first file that it signs. */
  publicKeys: readonly KeyObject[]
  allows: HostRule
}

const channelSchema = z.object({
  address: z.url({ protocol: /^https?$/ }).nullable(),
  /** The public keys in SPKI form (DER), as base64. */
  publicKeys: z.array(z.string()),
  /** Hosts beside the address's own that a redirect may lead to. */
  otherHosts: z.array(z.string()),
})
type ChannelConfiguration = z.input<typeof channelSchema>

/**
 * Returns the channel of this build; null for one that was built without an address or without a
 * key, which then has no updates. Throws if a key is no Ed25519 key.
 */
export function readUpdateChannel(
  configuration: ChannelConfiguration = configured,
): UpdateChannel | null {
  const { address, publicKeys, otherHosts } = channelSchema.parse(configuration)
  if (address === null || publicKeys.length === 0) return null
  const url = new URL(address)
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return { address: url, publicKeys: publicKeys.map(readKey), allows: ruleFor(url, otherHosts) }
}

function readKey(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('An update key is no Ed25519 key')
  return key
}

/** Allows the channel's hosts over https; plain http only if the channel itself is on this machine. */
function ruleFor(address: URL, otherHosts: readonly string[]): HostRule {
  const isHere = isLoopbackName(address)
  return {
    allowsHost: (url) =>
      (url.protocol === 'https:' || (isHere && address.protocol === 'http:')) &&
      (url.host === address.host || otherHosts.includes(url.host)),
    allowsAddress: (ip) => isPublicAddress(ip) || (isHere && addressKind(ip) === 'loopback'),
    refusal: 'updateElsewhere',
  }
}
