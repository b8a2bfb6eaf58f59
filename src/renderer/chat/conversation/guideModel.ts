import type { ModelReference } from '../../../shared/models.ts'

/** The built-in guide, which needs no provider. */
export const guideModel: ModelReference = { providerId: 'guide', modelId: 'parley-guide' }
