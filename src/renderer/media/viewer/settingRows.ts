import type { TFunction } from 'i18next'
import type { FormValues } from '../../../shared/media/mediaForm.ts'
import { isObject } from '../../../shared/json.ts'
import { formatList } from '../../ui/formatList.ts'
import { formatNumber } from '../../ui/formatAmount.ts'
import { visibleText } from '../../ui/visibleText.ts'
import { titleOfName } from '../form/fieldTitle.ts'
import { optionTitle } from '../form/optionTitle.ts'

export interface SettingRow {
  /** The model's own name of it. */
  name: string
  title: string
  value: string
}

/**
 * Returns the settings that a model got, titled as in its form. The prompt and the seed stand
 * elsewhere, as do files.
 */
export function settingRows(
  translate: TFunction,
  language: string,
  values: FormValues,
  shown: { prompt: string; seed: number | null },
): SettingRow[] {
  const entries = Object.entries(values).filter(
    ([name, value]) =>
      value !== shown.prompt && !(name === 'seed' && value === shown.seed) && !isFileList(value),
  )
  const titles = entries.map(([name]) => titleOfName(translate, name))
  return entries.map(([name, value], index) => {
    const title = titles[index] ?? name
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title)
    return {
      name,
      title: isAlone ? title : `${title} (${visibleText(name)})`,
      value: valueText(translate, language, value),
    }
  })
}

function valueText(translate: TFunction, language: string, value: FormValues[string]): string {
  if (typeof value === 'boolean') return translate(`media.fieldValues.${value ? 'on' : 'off'}`)
  if (typeof value === 'string') return optionTitle(translate, value.replace(pixels, '$1 × $2'))
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return visibleText(formatList(language, value))
  }
  if (
    isObject(value) &&
    typeof value['width'] === 'number' &&
    typeof value['height'] === 'number'
  ) {
    return `${formatNumber(language, value['width'])} × ${formatNumber(language, value['height'])}`
  }
  return visibleText(JSON.stringify(value))
}

/** A size as services write it. */
const pixels = /^(\d+)x(\d+)$/

function isFileList(value: FormValues[string]): boolean {
  return Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)
}
