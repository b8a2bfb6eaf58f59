import { fromWire } from '../../shared/errors.ts'
import type { Model } from '../../shared/models.ts'
import type { ModelList } from '../providers/models/modelLists.ts'
import type { Providers } from '../providers/providers.ts'

/** Lists the models of all providers once for all services of one look at them. */
export function listOnce({
  models,
}: Pick<Providers, 'models'>): (refresh: boolean) => Promise<ModelList> {
  let listed: Promise<ModelList> | undefined
  return (refresh) => (listed ??= models(refresh, 'image'))
}

/** Returns those of one provider. Errors: those of listing its models. */
export function modelsOf({ models, failures }: ModelList, providerId: string): Model[] {
  const failure = failures.find((each) => each.providerId === providerId)
  if (failure) throw fromWire(failure.error)
  return models.filter((model) => model.providerId === providerId)
}
