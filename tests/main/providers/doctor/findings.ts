import type { Providers } from '../../../../src/main/providers/providers.ts'
import { doctorFindingSchema } from '../../../../src/shared/providers.ts'
import type { DoctorFinding, DoctorStep } from '../../../../src/shared/providers.ts'

/** Returns all findings of the doctor in order, each checked like the bridge does. */
export async function diagnose(
  providers: Providers,
  id = 'custom',
  signal = new AbortController().signal,
): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for await (const finding of providers.diagnose(id, signal)) {
    findings.push(doctorFindingSchema.parse(finding))
  }
  return findings
}

/** Returns the outcome of each step. */
export function outcomesOf(findings: readonly DoctorFinding[]): Record<string, string> {
  const ends = findings.filter(({ outcome }) => outcome !== 'running')
  return Object.fromEntries(ends.map(({ step, outcome }) => [step, outcome]))
}

export function endOf(findings: readonly DoctorFinding[], step: DoctorStep): DoctorFinding {
  const end = findings.find((finding) => finding.step === step && finding.outcome !== 'running')
  if (!end) throw new Error(`The step ${step} has no end`)
  return end
}
