import { AppError } from '../../shared/errors.ts'
import type { KeyOwner } from './handlers.ts'
import { parseKey } from './parseKey.ts'

export interface KeyOwners extends Required<KeyOwner> {
  /** Adds an owner of ids. If several own an id, the one added last takes precedence. */
  add: (owns: (ownerId: string) => boolean, owner: KeyOwner) => void
}

/** Passes each key to the feature that owns it. Errors: providerMissing for an id without one. */
export function createKeyOwners(): KeyOwners {
  const entries: { owns: (ownerId: string) => boolean; owner: KeyOwner }[] = []

  function ownerOf(id: string): KeyOwner {
    const entry = entries.findLast(({ owns }) => owns(id))
    if (entry) return entry.owner
    throw new AppError('providerMissing', 'There is no such provider', { subject: id })
  }

  return {
    add: (owns, owner) => void entries.push({ owns, owner }),
    keyOrigin: async (id, keyId) => ownerOf(id).keyOrigin(id, keyId),
    parseKey: (id, key) => ownerOf(id).parseKey?.(id, key) ?? parseKey(key),
    removeKey: async (id, keyId) => ownerOf(id).removeKey(id, keyId),
  }
}
