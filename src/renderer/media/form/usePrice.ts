import { useEffect, useState } from 'react'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import type { FormValues } from '../../../shared/media/mediaForm.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'

/** Typing asks for no price until it rests. */
const restMilliseconds = 400

/** Returns what a request would cost: null if nobody knows, undefined until the answer is there. */
export function usePrice(
  model: ModelReference | undefined,
  values: FormValues | undefined,
): MediaPrice | null | undefined {
  const [price, setPrice] = useState<{ key: string; price: MediaPrice | null }>()
  const key = model && values ? JSON.stringify([model.providerId, model.modelId, values]) : ''
  useEffect(() => {
    if (key === '') return
    const [providerId, modelId, sent] = JSON.parse(key) as [string, string, FormValues]
    let isCurrent = true
    const show = (answer: MediaPrice | null): void => {
      if (isCurrent) setPrice({ key, price: answer })
    }
    const timer = setTimeout(() => {
      api.media.estimate({ providerId, modelId, values: sent }).then(
        (answer) => show(answer.price),
        // The price is no reason to stop the user: without an answer it is unknown.
        () => show(null),
      )
    }, restMilliseconds)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key])
  return price?.key === key ? price.price : undefined
}
