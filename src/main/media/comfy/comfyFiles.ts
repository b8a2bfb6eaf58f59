import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { fileFormats, formatsWith } from '../../../shared/fileFormats.ts'
import type { FormValues, MediaInput } from '../../../shared/media/mediaForm.ts'
import { mediaInputSchema } from '../../../shared/media/mediaForm.ts'
import type { WorkflowMark } from '../../../shared/media/mediaWorkflow.ts'
import type { MediaRequest } from '../mediaProvider.ts'
import type { ComfyApi } from './comfyApi.ts'
import { fieldNameOf, isTransparency } from './comfyForm.ts'
import { isTransparencyOnly } from './maskLinks.ts'
import type { WorkflowGraph } from './workflowGraph.ts'

const storedSchema = z.object({
  name: z.string().min(1),
  subfolder: z.string().catch(''),
  type: z.string().catch('input'),
})

type Stored = z.output<typeof storedSchema>

interface Upload extends Pick<MediaRequest, 'values' | 'read' | 'transparentMask'> {
  graph: WorkflowGraph
  marks: readonly WorkflowMark[]
  signal: AbortSignal
}

/**
 * Sends the files of a form to the server. Returns their names there, by field. A file is named by
 * its bytes, so that sending it again changes nothing. Errors: those of a request, unreadable.
 */
export async function uploadFiles(api: ComfyApi, upload: Upload): Promise<Map<string, string>> {
  const { graph, marks, values, read, transparentMask, signal } = upload
  const names = new Map<string, string>()
  for (const mark of marks) {
    const isMask = mark.role === 'mask'
    if (mark.role !== 'image' && (!isMask || isTransparency(mark, marks))) continue
    const name = fieldNameOf(mark, marks)
    const input = inputFor(values, name)
    if (!input || names.has(name)) continue
    const isClear = isMask && isTransparencyOnly(graph, mark.node)
    const form = await (isClear ? clearForm(input, transparentMask) : imageForm(input, read))
    const stored = await send(api, '/upload/image', { form, signal })
    names.set(name, nameOf(stored))
    const cover = isMask ? undefined : coverOf(mark, upload)
    if (cover) {
      const covered = maskForm(await transparentMask(cover), {
        mask: cover,
        picture: input,
        stored,
      })
      names.set(name, nameOf(await send(api, '/upload/mask', { form: covered, signal })))
    }
  }
  return names
}

/** Returns the mask that becomes the transparency of a picture. */
function coverOf(mark: WorkflowMark, { marks, values }: Upload): MediaInput | undefined {
  const mask = marks.find(
    ({ role, node, input }) => role === 'mask' && node === mark.node && input === mark.input,
  )
  return mask && inputFor(values, fieldNameOf(mask, marks))
}

function inputFor(values: FormValues, name: string): MediaInput | undefined {
  return mediaInputSchema.array().safeParse(values[name]).data?.[0]
}

async function imageForm(input: MediaInput, read: MediaRequest['read']): Promise<FormData> {
  const format =
    formatsWith('readAs', 'picture').find(
      (name) => fileFormats[name].mediaType === input.mediaType,
    ) ?? 'png'
  const name = `parley-${input.id}.${fileFormats[format].endings[0]}`
  return formOf(await read(input), name, input.mediaType)
}

/** A mask of which the server reads the transparency alone. */
async function clearForm(
  mask: MediaInput,
  transparentMask: MediaRequest['transparentMask'],
): Promise<FormData> {
  return formOf(await transparentMask(mask), `parley-${mask.id}-clear.png`, 'image/png')
}

/** The server takes the transparency of the mask for that of the picture. */
function maskForm(
  bytes: Uint8Array,
  { mask, picture, stored }: { mask: MediaInput; picture: MediaInput; stored: Stored },
): FormData {
  const form = formOf(bytes, `parley-${picture.id}-${mask.id}.png`, 'image/png')
  const { name: filename, subfolder, type } = stored
  form.set('original_ref', JSON.stringify({ filename, subfolder, type }))
  return form
}

function formOf(bytes: Uint8Array, name: string, type: string): FormData {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), name)
  form.set('type', 'input')
  form.set('overwrite', 'true')
  return form
}

async function send(
  api: ComfyApi,
  path: string,
  { form, signal }: { form: FormData; signal: AbortSignal },
): Promise<Stored> {
  const stored = storedSchema.safeParse(await api.read(path, { signal, body: form })).data
  if (stored) return stored
  throw new AppError('malformedAnswer', 'The server does not say where it has put the file')
}

function nameOf({ name, subfolder }: Stored): string {
  return subfolder === '' ? name : `${subfolder}/${name}`
}
