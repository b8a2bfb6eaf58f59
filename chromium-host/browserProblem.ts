/** The reasons why no Chromium shows Parley's windows. */
export type BrowserProblemKind = 'missing' | 'tooOld' | 'noSandbox' | 'failed'

/** The first version with Uint8Array.fromBase64, MessagePort's close event and setPermission. */
export const oldestMajorVersion = 140

export interface BrowserFacts {
  /** The program's path. */
  executable?: string
  version?: string
  /** The last lines that it wrote. */
  errors?: readonly string[]
}

/** Says why Chromium can't be used. Its message is English; `problemText` has the user's language. */
export class BrowserProblem extends Error {
  readonly kind: BrowserProblemKind
  readonly facts: BrowserFacts

  constructor(kind: BrowserProblemKind, facts: BrowserFacts = {}) {
    super([`No usable browser: ${kind}`, ...(facts.errors ?? [])].join('\n'))
    this.kind = kind
    this.facts = facts
  }
}

/** Returns the problem of a Chromium that ended at once, by what it wrote. */
export function problemOfEnd(executable: string, errors: readonly string[]): BrowserProblem {
  const hasNoSandbox = errors.some((line) =>
    /no usable sandbox|suid sandbox|failed to move to new namespace/i.test(line),
  )
  return new BrowserProblem(hasNoSandbox ? 'noSandbox' : 'failed', { executable, errors })
}
