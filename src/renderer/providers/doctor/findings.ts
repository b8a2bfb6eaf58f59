import type { DoctorFinding } from '../../../shared/providers.ts'

/** A finding with the time at which it came, in milliseconds since 1970: waits count from there. */
export interface Finding extends DoctorFinding {
  at: number
}

/** The findings with one more: the latest of a step stands for it, at the step's first place. */
export function withFinding(findings: readonly Finding[], finding: Finding): Finding[] {
  const isKnown = findings.some(({ step }) => step === finding.step)
  if (!isKnown) return [...findings, finding]
  return findings.map((known) => (known.step === finding.step ? finding : known))
}

/** The step that the stream left unfinished is no longer under way once the stream is over. */
export function withoutRunning(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ outcome }) => outcome !== 'running')
}
