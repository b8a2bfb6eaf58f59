import type { FindingCode } from '../../../shared/fineTuning/findingCodes.ts'

/** Notes a finding of an example, with the path of its field. */
export type Report = (code: FindingCode, field: string, value?: string) => void
