import type { Providers } from '../../../../src/main/providers/registry.ts'
import { doctorFindingSchema } from '../../../../src/shared/providers.ts'
import type { DoctorFinding, DoctorStep } from '../../../../src/shared/providers.ts'

/** All that the doctor tells, in order; each checked as the bridge would. */
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

/** What each step came to. */
export function outcomesOf(findings: readonly DoctorFinding[]): Record<string, string> {
  const ends = findings.filter(({ outcome }) => outcome !== 'running')
  return Object.fromEntries(ends.map(({ step, outcome }) => [step, outcome]))
}

export function endOf(findings: readonly DoctorFinding[], step: DoctorStep): DoctorFinding {
  const end = findings.find((finding) => finding.step === step && finding.outcome !== 'running')
  if (!end) throw new Error(`The step ${step} has no end`)
  return end
}
