import { atom } from 'jotai'
import { formAtom } from './form/mediaForm.ts'
import { mediaJobsAtom } from './mediaJobs.ts'
import { mediaModelsAtom } from './mediaModels.ts'
import { galleryFilterAtom, listedOutputsAtom, wholeGallery } from './mediaView.ts'

/** Whether nothing was made yet, and nothing is there to make it with. */
export const isNewAtom = atom(
  (get) =>
    get(mediaModelsAtom)?.models.length === 0 &&
    !get(formAtom) &&
    get(mediaJobsAtom).length === 0 &&
    get(listedOutputsAtom)?.length === 0 &&
    get(galleryFilterAtom) === wholeGallery,
)
