import type { DoctorFinding } from '../../../shared/providers.ts'

export type ShownOutcome = DoctorFinding['outcome'] | 'loading'

/** A finding with its time in milliseconds since 1970, from which waits count. */
export interface Finding extends DoctorFinding {
  at: number
}

/** Returns how a step ended, as the user sees it: a model that is still loading is no fault. */
export function shownOutcome({ outcome, error }: DoctorFinding): ShownOutcome {
  return outcome === 'failed' && error?.code === 'modelLoading' ? 'loading' : outcome
}

/**
 * Returns the findings with one more. A step's latest finding replaces its earlier one in place.
 */
export function withFinding(findings: readonly Finding[], finding: Finding): Finding[] {
  const isKnown = findings.some(({ step }) => step === finding.step)
  if (!isKnown) return [...findings, finding]
  return findings.map((known) => (known.step === finding.step ? finding : known))
}

/** Returns the findings without the step that was running when the stream ended. */
export function withoutRunning(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ outcome }) => outcome !== 'running')
}
