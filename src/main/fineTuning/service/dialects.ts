import { tuningDialects } from '../../../shared/fineTuning/fineTuning.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { fireworks } from './fireworks.ts'
import { likeOpenAi } from './likeOpenAi.ts'
import type { DialectName, TuningDialect } from './tuningDialect.ts'

/** The services' ways of fine-tuning. Sources: each vendor's description of its API. */
export const dialects: Readonly<Record<DialectName, TuningDialect>> = {
  openai: likeOpenAi({ name: 'openai' }),
  azure: likeOpenAi({ name: 'azure' }),
  mistral: likeOpenAi({
    name: 'mistral',
    takesPreferences: false,
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
  }),
  together: likeOpenAi({
    name: 'together',
    path: '/fine-tunes',
    uploadPath: '/files/upload',
    uploadFields: ({ name }) => ({ file_name: name }),
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
  }),
  fireworks,
}

/** Returns the dialect of a provider, which has the preset's name; OpenAI's, unknown, for a service that Parley does not know. */
export function dialectOf({ presetId }: Pick<ProviderConfig, 'presetId'>): {
  dialect: TuningDialect
  isKnown: boolean
} {
  const name = tuningDialects.find((one) => one === presetId)
  return { dialect: dialects[name ?? 'openai'], isKnown: name !== undefined }
}
