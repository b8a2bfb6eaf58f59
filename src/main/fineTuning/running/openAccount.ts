import { AppError } from '../../../shared/errors.ts'
import type { KeyedClient } from '../../providers/keys/keyed.ts'
import type { UploadRecord, UploadRecordFor } from '../../providers/uploadRecord.ts'
import { createTrainingClient, type TrainingClient } from '../service/trainingClient.ts'
import type { TuningDialect } from '../service/tuningDialect.ts'

/** The account in which a training runs. */
export interface TrainingAccount {
  /** The key's name in the keychain. */
  secretId: string
  client: TrainingClient
  uploads: UploadRecord | undefined
  dialect: TuningDialect
}

export interface AccountDependencies {
  eachKey: (providerId: string) => Promise<KeyedClient[]>
  uploadsOf: UploadRecordFor
  /** Errors: providerMissing. */
  dialectOf: (providerId: string) => TuningDialect
}

/**
 * Opens the account of a training: that of its own key, or of the provider's first for a new one.
 * Another key may belong to an account that does not know the training. Errors: providerMissing,
 * keyMissing, trainingAccountMissing, keychainUnavailable.
 */
export async function openAccount(
  { eachKey, uploadsOf, dialectOf }: AccountDependencies,
  { providerId, secretId }: { providerId: string; secretId: string | null },
): Promise<TrainingAccount> {
  const dialect = dialectOf(providerId)
  const keys = await eachKey(providerId)
  const key = secretId === null ? keys[0] : keys.find((one) => one.secretId === secretId)
  if (!key) throw new AppError('trainingAccountMissing', 'The key of this training is gone')
  return {
    secretId: key.secretId,
    client: createTrainingClient(key.open(true), dialect),
    uploads: uploadsOf({ providerId, secretId: key.secretId }),
    dialect,
  }
}
