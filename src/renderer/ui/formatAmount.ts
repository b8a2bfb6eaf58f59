const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** A size in the words of the language, such as `4.7 GB`: powers of a thousand, as disks have it. */
export function formatBytes(language: string, bytes: number): string {
  return formatScaled(language, bytes, '')
}

/** A rate, such as `12 MB/s`. */
export function formatByteRate(language: string, bytesPerSecond: number): string {
  return formatScaled(language, bytesPerSecond, '-per-second')
}

export function formatMilliseconds(language: string, milliseconds: number): string {
  return unitFormat(language, 'millisecond', 0).format(milliseconds)
}

export function formatPercentage(language: string, fraction: number): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(fraction)
}

function formatScaled(language: string, bytes: number, suffix: string): string {
  const step = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const index = Math.min(units.length - 1, step)
  const value = bytes / 1000 ** index
  return unitFormat(language, `${units[index] ?? 'byte'}${suffix}`, value < 10 ? 1 : 0).format(
    value,
  )
}

function unitFormat(language: string, unit: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  })
}
