/** Spreadsheets read a file as UTF-8 only with it. */
export const byteOrderMark = '\ufeff'

/** Returns a line of a CSV file with its end, as in RFC 4180. */
export function csvLine(values: readonly string[], delimiter = ','): string {
  return `${values.map((value) => csvValue(value, delimiter)).join(delimiter)}\r\n`
}

function csvValue(value: string, delimiter: string): string {
  const isPlain = !value.includes(delimiter) && !/["\r\n]/.test(value) && value.trim() === value
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`
}
