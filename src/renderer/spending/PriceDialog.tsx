import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model, Price } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { FormDialog } from '../core/FormDialog.tsx'
import { readNumber } from '../core/samplingEntries.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Switch } from '../ui/controls/Switch.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { showToast } from '../ui/layers/Toast.tsx'

const fields = ['input', 'output', 'cachedInput'] as const
type Field = (typeof fields)[number]

interface PriceDialogProps {
  model: Model
  /** The month that is shown, such as `2026-11`. */
  month: string
  onClose: () => void
}

const isPrice = (value: number): boolean => value >= 0

/** Lets the user set a price of their own for a model, or go back to the service's. */
export function PriceDialog({ model, month, onClose }: PriceDialogProps): ReactNode {
  const { t, i18n } = useTranslation()
  const task = useTask()
  const [entries, setEntries] = useState(() => toEntries(model.price))
  const [again, setAgain] = useState(false)
  const read = readEntries(entries)
  const submit = async (price: Price | null): Promise<void> => {
    const { providerId, modelId } = model
    const since = again ? `${month}-01` : null
    const done = await task.run(() =>
      api.spending.setPrice({ model: { providerId, modelId }, price, since }),
    )
    if (!done) return
    if (again) showToast(t('spending.price.changed', { count: done.changed }))
    onClose()
  }
  return (
    <FormDialog
      open
      title={t('spending.price.title', { name: model.name })}
      description={t('spending.price.description')}
      confirm={t('spending.price.save')}
      disabled={!read}
      task={task}
      onClose={onClose}
      onSubmit={() => read && void submit(read)}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-start gap-3">
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(`spending.price.${field}`)}
            inputMode="decimal"
            maxLength={20}
            value={entries[field]}
            error={isReadable(entries[field]) ? undefined : t('spending.price.invalid')}
            onChange={(event) => setEntries({ ...entries, [field]: event.target.value })}
          />
        ))}
      </div>
      <p className="text-sm text-muted">{listedText()}</p>
      {model.isListedPriceNew && <p className="text-sm">{t('spending.price.listedIsNew')}</p>}
      <Switch label={t('spending.price.again')} checked={again} onCheckedChange={setAgain} />
      {model.hasOwnPrice && (
        <Button size="small" disabled={task.running} onClick={() => void submit(null)}>
          {t('spending.price.takeBack')}
        </Button>
      )}
    </FormDialog>
  )

  function listedText(): string {
    const listed = model.hasOwnPrice ? model.listedPrice : model.price
    if (!listed) return t('spending.price.unlisted')
    const number = (value: number): string => formatNumber(i18n.language, value)
    const { input, output } = listed
    return t('spending.price.listed', { input: number(input), output: number(output) })
  }
}

function toEntries(price: Price | undefined): Record<Field, string> {
  const entry = (value: number | undefined): string => (value === undefined ? '' : String(value))
  return {
    input: entry(price?.input),
    output: entry(price?.output),
    cachedInput: entry(price?.cachedInput),
  }
}

function isReadable(entry: string): boolean {
  return readNumber(entry, isPrice) !== undefined
}

/** Returns the price of the entries; undefined while one is missing or no number. */
function readEntries(entries: Record<Field, string>): Price | undefined {
  const [input, output, cachedInput] = fields.map((field) => readNumber(entries[field], isPrice))
  if (typeof input !== 'number' || typeof output !== 'number' || cachedInput === undefined) {
    return undefined
  }
  return { input, output, ...(cachedInput !== null && { cachedInput }) }
}
