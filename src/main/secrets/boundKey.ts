import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'

/** A key with the only origin that may receive it. */
export interface BoundKey {
  /** In the format of `originOf`, such as `https://api.openai.com`. */
  origin: string
  key: string
}

const boundKeySchema = z.strictObject({ origin: z.string(), key: z.string() })

/** Returns the keychain entry of a key. */
export function writeBoundKey({ origin, key }: BoundKey): string {
  return JSON.stringify({ origin, key })
}

/** Parses a keychain entry. Returns undefined for a bare key from an earlier version. */
export function readBoundKey(text: string): BoundKey | undefined {
  return boundKeySchema.safeParse(parseJson(text)).data
}
