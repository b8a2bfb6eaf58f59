import { tuningDialects, type TrainingOptions } from '../../../shared/fineTuning/fineTuning.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'

export type DialectName = (typeof tuningDialects)[number]

/** A training to create at a service. */
export interface TrainingRequest {
  /** Parley's own name for it, which the service keeps in its metadata. */
  mark: string
  modelId: string
  method: 'supervised' | 'dpo'
  trainingFile: string
  validationFile: string | null
  options: TrainingOptions
}

/** A service's differences in fine-tuning. */
export interface TuningDialect {
  name: DialectName
  /** The path of trainings, below the base URL. */
  path: string
  uploadPath: string
  createBody: (request: TrainingRequest) => Record<string, unknown>
  /** True if a created training waits in the state `validated` until it is started. */
  startsApart: boolean
  /** True if events, with the metrics, have an address of their own. */
  hasEvents: boolean
  hasCheckpoints: boolean
  canPause: boolean
}

/** The field of a training's metadata that holds Parley's mark. */
export const metadataField = 'parley_training'

const openAi: TuningDialect = {
  name: 'openai',
  path: '/fine_tuning/jobs',
  uploadPath: '/files',
  createBody({ mark, modelId, method, trainingFile, validationFile, options }) {
    const { epochs, batchSize, learningRate, beta, suffix, seed } = options
    const hyperparameters = {
      ...(epochs !== null && { n_epochs: epochs }),
      ...(batchSize !== null && { batch_size: batchSize }),
      ...(learningRate !== null && { learning_rate_multiplier: learningRate }),
      ...(method === 'dpo' && beta !== null && { beta }),
    }
    return {
      model: modelId,
      training_file: trainingFile,
      ...(validationFile !== null && { validation_file: validationFile }),
      ...(suffix !== '' && { suffix }),
      seed,
      metadata: { [metadataField]: mark },
      method: { type: method, [method]: { hyperparameters } },
    }
  },
  startsApart: false,
  hasEvents: true,
  hasCheckpoints: true,
  canPause: true,
}

/** The dialects, as their differences from OpenAI's. Sources: each vendor's description of its API. */
export const dialects: Readonly<Record<DialectName, TuningDialect>> = {
  openai: openAi,
  azure: { ...openAi, name: 'azure' },
  mistral: {
    ...openAi,
    name: 'mistral',
    // Mistral takes no metadata: a training whose answer was lost is found by its file.
    createBody({ modelId, trainingFile, validationFile, options }) {
      const { epochs, learningRate, suffix } = options
      return {
        model: modelId,
        training_files: [{ file_id: trainingFile, weight: 1 }],
        ...(validationFile !== null && { validation_files: [validationFile] }),
        ...(suffix !== '' && { suffix }),
        hyperparameters: {
          ...(epochs !== null && { epochs }),
          ...(learningRate !== null && { learning_rate: learningRate }),
        },
        // It costs nothing until it is started.
        auto_start: false,
      }
    },
    startsApart: true,
    // A training's own description has them.
    hasEvents: false,
    hasCheckpoints: false,
    canPause: false,
  },
  together: {
    ...openAi,
    name: 'together',
    path: '/fine-tunes',
    uploadPath: '/files/upload',
    createBody({ modelId, method, trainingFile, validationFile, options }) {
      const { epochs, batchSize, learningRate, beta, suffix, seed } = options
      return {
        model: modelId,
        training_file: trainingFile,
        ...(validationFile !== null && { validation_file: validationFile, n_evals: 5 }),
        ...(suffix !== '' && { suffix }),
        ...(epochs !== null && { n_epochs: epochs }),
        ...(batchSize !== null && { batch_size: batchSize }),
        ...(learningRate !== null && { learning_rate: learningRate }),
        random_seed: seed,
        training_method:
          method === 'dpo'
            ? { method, ...(beta !== null && { dpo_beta: beta }) }
            : { method: 'sft' },
        training_type: { type: 'Lora' },
      }
    },
    hasCheckpoints: false,
    canPause: false,
  },
}

/** Returns the dialect of a provider, which has the preset's name; OpenAI's, unknown, for a service that Parley does not know. */
export function dialectOf({ presetId }: Pick<ProviderConfig, 'presetId'>): {
  dialect: TuningDialect
  isKnown: boolean
} {
  const name = tuningDialects.find((one) => one === presetId)
  return { dialect: dialects[name ?? 'openai'], isKnown: name !== undefined }
}
