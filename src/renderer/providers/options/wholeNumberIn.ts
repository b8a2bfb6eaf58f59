const groupingSigns = /(?<=\d)[\s.,_'’\u066c](?=\d{3}(?!\d))/gu
const arabicDigits = /[\u0660-\u0669]/g

/** Returns the whole number in a text; null for an empty one, NaN for anything else. */
export function wholeNumberIn(text: string): number | null {
  const latin = text
    .trim()
    .replaceAll(arabicDigits, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(groupingSigns, '')
  if (latin === '') return null
  return /^-?\d+$/.test(latin) ? Number(latin) : Number.NaN
}
