import { directionOf } from '../../shared/languages.ts'

/**
 * Returns the locale for numbers and times, so that all look alike. Digits are Western in every
 * language: model names, addresses, keys and typed fields have them too, and two kinds side by side
 * are hard to compare. Dates use the Gregorian calendar, as the services do.
 */
function localeOf(language: string): string {
  return `${language}-u-ca-gregory-nu-latn`
}

const numberFormat = remembered(
  (language, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(localeOf(language), options),
)

const relativeFormat = remembered(
  (language, options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(localeOf(language), options),
)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Returns a number with the language's separators, such as `1,234.5`. */
export function formatNumber(language: string, value: number, digits = 3): string {
  return numberFormat(language, { maximumFractionDigits: digits }).format(value)
}

/**
 * Returns a size in the language's words, such as `4.7 GB`, in powers of a thousand as for disks.
 */
export function formatBytes(language: string, bytes: number): string {
  return formatScaled(language, bytes, '')
}

/** Returns a rate, such as `12 MB/s`. */
export function formatByteRate(language: string, bytesPerSecond: number): string {
  return formatScaled(language, bytesPerSecond, '-per-second')
}

export function formatMilliseconds(language: string, milliseconds: number): string {
  return unitFormat(language, 'millisecond', 0).format(milliseconds)
}

/** Returns a duration in seconds, such as `1.3 sec`. */
export function formatSeconds(language: string, seconds: number, digits = 1): string {
  return unitFormat(language, 'second', digits).format(seconds)
}

/** Returns a number of days, such as `30 days`. */
export function formatDays(language: string, days: number): string {
  return numberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
}

/** Returns a duration in whole minutes, or in seconds below one, such as `9 minutes`. */
export function formatTimeLeft(language: string, milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const long = { style: 'unit', unitDisplay: 'long' } as const
  return seconds < 60
    ? numberFormat(language, { ...long, unit: 'second' }).format(seconds)
    : numberFormat(language, { ...long, unit: 'minute' }).format(Math.floor(seconds / 60))
}

/** Returns a time from now, such as `in 5 seconds`; in whole minutes above 90 seconds. */
export function formatSecondsAhead(language: string, seconds: number): string {
  const format = relativeFormat(language, { numeric: 'always' })
  return seconds > 90
    ? format.format(Math.round(seconds / 60), 'minute')
    : format.format(seconds, 'second')
}

/** Returns a duration as on a clock, such as `2:05`. */
export function formatClock(language: string, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const padded = numberFormat(language, { minimumIntegerDigits: 2 }).format(whole % 60)
  return `${numberFormat(language, { useGrouping: false }).format(Math.floor(whole / 60))}:${padded}`
}

export function formatPercentage(language: string, fraction: number, digits = 0): string {
  const percent = { style: 'percent', maximumFractionDigits: digits } as const
  return numberFormat(language, percent).format(fraction)
}

/** Returns a change as a percentage, such as `+10%`. */
export function formatSignedPercentage(language: string, fraction: number): string {
  return numberFormat(language, { style: 'percent', signDisplay: 'exceptZero' }).format(fraction)
}

/** Returns a factor, such as `1.25×`. */
export function formatFactor(language: string, factor: number): string {
  return leftToRight(language, `${formatNumber(language, factor)}×`)
}

/** Returns a length, such as `15 px`. */
export function formatPixels(language: string, pixels: number): string {
  return leftToRight(language, `${formatNumber(language, pixels)} px`)
}

const asPrice: Intl.NumberFormatOptions = {
  trailingZeroDisplay: 'stripIfInteger',
  maximumFractionDigits: 4,
}

/**
 * Returns an amount of US dollars. A price has only the digits it needs, such as `$3` or `$0.075`.
 */
export function formatDollars(
  language: string,
  dollars: number,
  digits: Intl.NumberFormatOptions = asPrice,
): string {
  return formatMoney(language, dollars, 'USD', digits)
}

/**
 * Returns an amount of a currency, which is a code such as `USD`, or what a service counts in, such
 * as `credits`.
 */
export function formatMoney(
  language: string,
  amount: number,
  currency: string,
  digits: Intl.NumberFormatOptions = asPrice,
): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${formatNumber(language, amount, 4)} ${currency}`
  const money = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return leftToRight(language, numberFormat(language, { ...money, ...digits }).format(amount))
}

/**
 * Returns a count of tokens as vendors write it, in every language: 131,072 and 128,000 are both
 * `128K`, 1,048,576 and 1,000,000 both `1M`. Round thousands count in thousands, multiples of 1,024
 * in these.
 */
export function formatTokens(language: string, tokens: number): string {
  const step = tokens % 1000 !== 0 && tokens % 1024 === 0 ? 1024 : 1000
  const thousands = tokens / step
  if (thousands >= 999.5) {
    // 1,047,576 is written as a million; 1,050,000 is not.
    const digits = step === 1024 || tokens % 10_000 === 0 ? 2 : 1
    return `${rounded(language, thousands / step, digits)}M`
  }
  if (tokens >= 1000) return `${rounded(language, thousands, thousands < 10 ? 1 : 0)}K`
  return formatNumber(language, tokens)
}

/** Returns a date and a time such as `Nov 21, 2026, 3:04 PM`. */
export function formatDateTime(language: string, time: number): string {
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}

export function formatTime(language: string, time: number): string {
  return dateFormat(language, { timeStyle: 'short' }).format(time)
}

/** Returns how many days ago something was, such as `yesterday` or `3 days ago`. */
export function formatDaysAgo(language: string, days: number): string {
  return relativeFormat(language, { numeric: 'auto' }).format(-days, 'day')
}

/** Returns a day, given as `2026-11-21`, in words. */
export function formatDay(language: string, day: string): string {
  return dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

/** Returns a month, given as `2026-11`, in words. */
export function formatMonth(language: string, month: string): string {
  const format = dateFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01`))
}

/** Returns a formatter for dates with the given fields. A new one knows today's time zone. */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localeOf(language), options)
}

/** Keeps the sign on its side of the number in text that runs from right to left. */
function leftToRight(language: string, text: string): string {
  return directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text
}

type CreateFormat<Options, Format> = (language: string, options: Options) => Format

/** Remembers the formats of each language: making one takes longer than drawing a row. */
function remembered<Options, Format>(
  create: CreateFormat<Options, Format>,
): CreateFormat<Options, Format> {
  const created = new Map<string, Format>()
  return (language, options) => {
    const key = `${language} ${JSON.stringify(options)}`
    const format = created.get(key) ?? create(language, options)
    created.set(key, format)
    return format
  }
}

function rounded(language: string, value: number, digits: number): string {
  return numberFormat(language, { maximumFractionDigits: digits }).format(value)
}

function formatScaled(language: string, bytes: number, suffix: string): string {
  const step = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const index = Math.min(units.length - 1, step)
  const value = bytes / 1000 ** index
  const unit = `${units[index] ?? 'byte'}${suffix}`
  const text = unitFormat(language, unit, value < 10 ? 1 : 0).format(value)
  // The browser's tables have no word for it there.
  return language === 'zh-TW' ? text.replace('byte', '位元組') : text
}

function unitFormat(language: string, unit: string, digits: number): Intl.NumberFormat {
  return numberFormat(language, {
    style: 'unit',
    unit,
    // The short form of this unit has no plural in English.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  })
}
