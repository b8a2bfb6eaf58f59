import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { storedNumberAtom } from '../../core/stored/storedNumber.ts'
import { currentModelDetailsAtom, modelMayComeAtom } from '../conversation/currentModel.ts'

/** Whether the model that was current last takes pictures: 1 if it does. */
const lastSeesAtom = storedNumberAtom('modelSeesPictures', 0)

/**
 * Tells whether the current model takes pictures. Until the models are listed, what was so last is
 * taken to be so still: most windows open with the same model, and a card that comes later would
 * take the place of another.
 */
export function useSeesPictures(): boolean {
  const capabilities = useAtomValue(currentModelDetailsAtom)?.capabilities
  const mayCome = useAtomValue(modelMayComeAtom)
  const [last, setLast] = useAtom(lastSeesAtom)
  const known = capabilities && capabilities.image === true
  useEffect(() => {
    if (known !== undefined) setLast(known ? 1 : 0)
  }, [known, setLast])
  return known ?? (mayCome && last === 1)
}
