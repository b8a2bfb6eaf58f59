import { Slider } from '@base-ui/react/slider'
import type { ReactNode } from 'react'

interface RangeFieldProps {
  label: string
  value: number
  minimum: number
  maximum: number
  /** Formats the value for display, such as `15 px`. */
  format: (value: number) => string
  /** Called while the user drags. */
  onValueChange: (value: number) => void
  /** Called when the user releases the slider. */
  onValueCommitted: (value: number) => void
}

/** Shows a slider for a whole number within bounds. */
export function RangeField(props: RangeFieldProps): ReactNode {
  return (
    <Slider.Root
      value={props.value}
      min={props.minimum}
      max={props.maximum}
      onValueChange={(value) => props.onValueChange(value)}
      onValueCommitted={(value) => props.onValueCommitted(value)}
      className="flex w-56 max-w-full items-center gap-3"
    >
      <Slider.Control className="flex h-6 flex-1 touch-none items-center select-none">
        <Slider.Track className="h-1 w-full rounded-full bg-control-strong forced-colors:bg-[ButtonBorder] forced-colors:forced-color-adjust-none">
          <Slider.Indicator className="rounded-full bg-accent" />
          <Slider.Thumb
            aria-label={props.label}
            getAriaValueText={(_text, value) => props.format(value)}
            className="size-4 rounded-full bg-accent outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-focus"
          />
        </Slider.Track>
      </Slider.Control>
      <output className="w-12 text-end text-sm text-muted tabular-nums">
        {props.format(props.value)}
      </output>
    </Slider.Root>
  )
}
