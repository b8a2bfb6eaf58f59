import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercentage } from '../../ui/formatAmount.ts'

interface Compared {
  url: string
  name: string
}

interface CompareSliderProps {
  before: Compared
  after: Compared
  /** Width by height of the picture that is seen whole. */
  ratio: number
}

/** Shows two pictures over each other, with a line between them that the user moves. */
export function CompareSlider({ before, after, ratio }: CompareSliderProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [share, setShare] = useState(0.5)
  const percent = share * 100
  const line = useRef<HTMLInputElement>(null)
  // The arrows move the line from the beginning.
  useEffect(() => line.current?.focus(), [])
  return (
    // A picture has no reading direction: what is at the left stays there in every language.
    <div
      dir="ltr"
      className="relative max-h-full max-w-full overflow-hidden rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-focus"
      style={{ aspectRatio: ratio, inlineSize: `min(100%, ${ratio} * 100cqh)` }}
    >
      <img
        src={after.url}
        alt={after.name}
        className="absolute inset-0 size-full bg-sunken object-contain"
      />
      <img
        src={before.url}
        alt={before.name}
        className="absolute inset-0 size-full bg-sunken object-contain"
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      />
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_#0008]"
        style={{ left: `${percent}%` }}
      />
      <input
        ref={line}
        type="range"
        aria-label={t('media.compare.line')}
        aria-valuetext={formatPercentage(i18n.language, share)}
        min={0}
        max={100}
        step={1}
        value={Math.round(percent)}
        onChange={(event) => setShare(Number(event.target.value) / 100)}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </div>
  )
}
