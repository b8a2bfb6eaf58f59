import { formatDollars } from '../ui/formatAmount.ts'

const twoDigits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }

/** Formats a small amount with two significant digits: `$0.0012`. */
export function formatCost(language: string, dollars: number): string {
  return formatDollars(
    language,
    dollars,
    dollars > 0 && dollars < 1 ? twoDigits : { maximumFractionDigits: 2 },
  )
}
