import type {
  Assistant,
  AssistantFields,
  AssistantFilesPreview,
} from '../../../shared/assistantProfiles.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxAssistantFileBytes, maxAssistants } from '../../../shared/limits.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { TaskLimits } from '../../workers/readAnswer.ts'
import { runTask } from '../../workers/runTask.ts'
import { assistantMissing, type AssistantTable } from '../assistantTable.ts'
import { writeFile } from './ownFormat.ts'
import { readTask, type FoundAssistant, type ServiceModel } from './readTask.ts'

const defaultLimits: TaskLimits = {
  milliseconds: 20_000,
  megabytes: 512,
  answerBytes: 2 * maxAssistantFileBytes,
}

/** A provider of the user, and the service that it stands for in files. */
export interface ServiceOfProvider {
  providerId: string
  service: string
}

interface Dependencies {
  assistants: AssistantTable
  /** The file `assistantFileWorker`, which is run for each file. */
  entry: string | URL
  services: () => readonly ServiceOfProvider[]
  limits?: TaskLimits
}

export interface AssistantFiles {
  /** Errors: unreadable and tooHeavy with the file's name. */
  read: (
    files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
  ) => Promise<AssistantFilesPreview>
  /** Errors: assistantMissing. */
  write: (ids: readonly string[]) => string
}

/** Creates the import and the export of assistants. */
export function createAssistantFiles(dependencies: Dependencies): AssistantFiles {
  const { assistants, entry, services, limits = defaultLimits } = dependencies

  function serviceModel({ providerId, modelId }: ModelReference): ServiceModel {
    const known = services().find((one) => one.providerId === providerId)
    return { service: known?.service ?? providerId, id: modelId }
  }

  return {
    async read(files) {
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
      const subject = files[0]?.name ?? ''
      if (bytes > maxAssistantFileBytes) {
        throw new AppError('tooHeavy', 'The files are too large', { subject })
      }
      const preview: AssistantFilesPreview = { found: [], skipped: [] }
      const isStored = assistants.createKnownTest()
      const seen = new Set<string>()
      for (const file of files) {
        const read = await runTask(entry, readTask, file, { limits, subject: file.name })
        preview.skipped.push(...read.skipped)
        for (const found of read.found) {
          const { fields, left } = withModel(found, services())
          const text = JSON.stringify(fields)
          const isKnown = isStored(fields) || seen.has(text)
          seen.add(text)
          if (preview.found.length === maxAssistants) preview.skipped.push(fields.name)
          else preview.found.push({ fields, left, card: found.card, isKnown })
        }
      }
      return preview
    },
    write(ids) {
      return writeFile(
        ids.map((id) => {
          const assistant: Assistant | undefined = assistants.find(id)
          if (!assistant) throw assistantMissing(id)
          const model = assistant.model && serviceModel(assistant.model)
          return { assistant, model, card: assistants.card(id) }
        }),
      )
    },
  }
}

/** Chooses the model if the user has its service; else names it among what isn't imported. */
function withModel(
  { fields, model, left }: FoundAssistant,
  services: readonly ServiceOfProvider[],
): { fields: AssistantFields; left: string[] } {
  if (!model) return { fields, left }
  const provider = services.find(({ service }) => service === model.service)
  if (!provider) return { fields, left: [...left, `model = ${model.service} ${model.id}`] }
  const chosen = { providerId: provider.providerId, modelId: model.id }
  return { fields: { ...fields, model: chosen }, left }
}
