import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { mediaKinds, type MediaKind } from '../../../shared/media/mediaForm.ts'

const unknown = { display_name: '', category: '' }
const pageSchema = z.object({
  models: z
    .array(
      z.object({
        endpoint_id: z.string().min(1).max(300),
        metadata: z
          .object({ display_name: z.string().catch(''), category: z.string().catch('') })
          .catch(unknown),
      }),
    )
    .catch([]),
  next_cursor: z.string().nullish().catch(null),
  has_more: z.boolean().catch(false),
})

const maxPages = 30
const pageSize = 100

/** A model of fal that makes pictures, videos or sound. */
export interface FalModel {
  /** The endpoint's id. */
  id: string
  name: string
  kind: MediaKind
  /** The files that it takes besides a text. */
  accepts: MediaKind[]
}

/**
 * Returns what fal offers, page after page. `read` returns the JSON at an address, and `platform` is
 * that of fal's platform interface. Errors: those of `read`, malformedAnswer.
 */
export async function listFalModels(
  read: (address: string) => Promise<unknown>,
  platform: string,
): Promise<FalModel[]> {
  const models: FalModel[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), status: 'active' })
    if (cursor) query.set('cursor', cursor)
    const json = await read(`${platform}/models?${query.toString()}`)
    const told = pageSchema.safeParse(json).data
    if (!told) throw new AppError('malformedAnswer', 'The list of models is none')
    for (const { endpoint_id: id, metadata } of told.models) {
      const made = readCategory(metadata.category)
      if (made) models.push({ id, name: metadata.display_name || id, ...made })
    }
    cursor = told.next_cursor
    if (!told.has_more || !cursor) break
  }
  return models
}

/** `image-to-video` takes pictures and makes videos. */
function readCategory(category: string): Pick<FalModel, 'kind' | 'accepts'> | undefined {
  const [from = '', to = ''] = category.split('-to-')
  const kind = kindOf(to)
  if (!kind) return undefined
  const taken = kindOf(from)
  return { kind, accepts: taken ? [taken] : [] }
}

function kindOf(word: string): MediaKind | undefined {
  if (word === 'speech' || word === 'music') return 'audio'
  return mediaKinds.find((kind) => kind === word)
}
