import { isDeepStrictEqual } from 'node:util'
import type { ModelReference } from '../../shared/models.ts'

/** Returns the rules with another one for a model, the newest last; without it for null. */
export function withRule<Rule extends ModelReference>(
  rules: readonly Rule[],
  model: ModelReference,
  rule: Rule | null,
): Rule[] {
  const key = ({ providerId, modelId }: ModelReference): string[] => [providerId, modelId]
  const others = rules.filter((known) => !isDeepStrictEqual(key(known), key(model)))
  return rule ? [...others, rule] : others
}
