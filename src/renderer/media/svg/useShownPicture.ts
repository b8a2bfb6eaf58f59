import { useEffect, useState } from 'react'
import { inputAddress } from '../outputAddress.ts'
import { fetchPicture, isSvg } from './fetchPicture.ts'
import type { StoredPicture } from './fetchPicture.ts'

/**
 * Returns the address at which the page can show a picture: `undefined` while a drawing is drawn or
 * no picture is given, `null` if it can't be. `again` tries one that could not be drawn before.
 */
export function useShownPicture(
  picture: StoredPicture | undefined,
  { again = false } = {},
): string | null | undefined {
  const id = picture?.id
  const mediaType = picture?.mediaType
  const [drawn, setDrawn] = useState<{ id: string; address: string | null }>()
  useEffect(() => {
    if (id === undefined || mediaType === undefined || !isSvg({ mediaType })) return
    let isShown = true
    let address: string | undefined
    fetchPicture({ id, mediaType }, { again }).then(
      (png) => {
        if (!isShown) return
        address = URL.createObjectURL(png)
        setDrawn({ id, address })
      },
      () => isShown && setDrawn({ id, address: null }),
    )
    return () => {
      isShown = false
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [id, mediaType, again])
  if (!picture) return undefined
  if (!isSvg(picture)) return inputAddress(picture)
  return drawn?.id === id ? drawn?.address : undefined
}
