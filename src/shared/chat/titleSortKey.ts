import { foldedText } from '../knowledge/textSearch.ts'

const keyLength = 100

/**
 * Returns a key that puts titles in order by code units: regardless of case and accents, and with
 * numbers by their value, so that “Part 2” stands before “Part 10”.
 */
export function titleSortKey(title: string): string {
  const padded = title.trim().replaceAll(/\d{1,8}/g, (digits) => digits.padStart(8, '0'))
  return foldedText(padded).slice(0, keyLength)
}
