import { AppError } from '../../../shared/errors.ts'
import type { OriginPermission } from '../../../shared/settings.ts'
import type { SettingsStore } from '../../settings/settingsStore.ts'
import { passageTo } from '../configs/baseUrl.ts'

type Kind = OriginPermission['kind']

/** A question that main asks in its own dialog, out of the page's reach. */
export interface PermissionQuestion {
  kind: Kind
  origin: string
  /** The provider's name. */
  provider: string
}

/** Resolves to true if the user allows it. */
export type Confirm = (question: PermissionQuestion) => Promise<boolean>

/** The user's permissions for origins. */
export interface Permissions {
  /** Returns true if a key may be sent to the origin without a question. */
  carriesKeys: (origin: string) => boolean
  has: (kind: Kind, origin: string) => boolean
  /**
   * Throws if a key may not be sent to the origin; asks the user if the decision is theirs. `again`
   * asks even after an earlier refusal. Errors: addressInvalid, keyWithheld.
   */
  assertCarriesKeys: (provider: string, origin: string, again?: boolean) => Promise<void>
  /**
   * Asks the user for a missing permission, at most once per run, and stores it permanently. Errors:
   * keyWithheld.
   */
  obtain: (question: PermissionQuestion, again?: boolean) => Promise<void>
}

export function createPermissions(settings: SettingsStore, confirm: Confirm): Permissions {
  const refused = new Set<string>()
  /** Allows one dialog at a time, so that a page can't stack them. */
  let open: { subject: string; answer: Promise<boolean> } | undefined

  function has(kind: Kind, origin: string): boolean {
    return settings
      .get()
      .originPermissions.some((known) => known.kind === kind && known.origin === origin)
  }

  async function ask(question: PermissionQuestion): Promise<boolean> {
    const { kind, origin } = question
    const subject = `${kind} ${origin}`
    if (open && open.subject !== subject) return false
    open ??= {
      subject,
      answer: confirm(question).finally(() => (open = undefined)),
    }
    const isAllowed = await open.answer
    if (!isAllowed) refused.add(subject)
    else if (!has(kind, origin)) {
      refused.delete(subject)
      const { originPermissions } = settings.get()
      settings.update({ originPermissions: [...originPermissions, { kind, origin }] })
    }
    return isAllowed
  }

  async function obtain(question: PermissionQuestion, again = false): Promise<void> {
    const { kind, origin, provider } = question
    if (has(kind, origin)) return
    const mayAsk = again || !refused.has(`${kind} ${origin}`)
    if (mayAsk && (await ask(question))) return
    throw withheld(provider, origin)
  }

  return {
    has,
    obtain,
    carriesKeys: (origin) => {
      const passage = passageTo(origin)
      return passage === 'free' || (passage === 'ask' && has('plainHttp', origin))
    },
    async assertCarriesKeys(provider, origin, again = false) {
      switch (passageTo(origin)) {
        case 'free':
          return
        case 'ask':
          return obtain({ kind: 'plainHttp', origin, provider }, again)
        case 'refused':
          throw new AppError(
            'addressInvalid',
            'A key is sent over https only, or within a private network',
            { provider, subject: origin },
          )
      }
    },
  }
}

/** Returns the error for a key that was entered for another address. */
export function withheld(provider: string, subject: string): AppError {
  const reason = 'The key was not entered for this address, and is not sent there'
  return new AppError('keyWithheld', reason, { provider, subject })
}
