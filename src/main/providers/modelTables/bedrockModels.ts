import { modelRows } from './modelTable.ts'
import type { ModelRow } from './modelTable.ts'

/** Returns the models offered in an AWS region if the key may not list them. */
export function bedrockModels(region: string): string[] {
  return modelRows().flatMap((row) => {
    const id = row.provider === 'bedrock' ? idIn(region, row) : undefined
    return id === undefined ? [] : [id]
  })
}

/**
 * Returns the model's id in a region: with the profile for the region's area, else the plain id,
 * else with the global profile.
 */
export function idIn(
  region: string,
  { id, profiles = [], onDemand }: ModelRow,
): string | undefined {
  const area = areasOf(region).find((candidate) => profiles.includes(candidate))
  if (area !== undefined) return `${area}.${id}`
  if (onDemand) return id
  return profiles.includes('global') ? `global.${id}` : undefined
}

/**
 * Returns the areas of a region.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
function areasOf(region: string): string[] {
  const start = region.split('-').slice(0, 2).join('-')
  if (start === 'us-gov') return ['us-gov']
  if (region === 'ap-northeast-1' || region === 'ap-northeast-3') return ['jp', 'apac']
  if (region === 'ap-southeast-2' || region === 'ap-southeast-4') return ['au', 'apac']
  if (region === 'ap-south-1' || region === 'ap-south-2') return ['in', 'apac']
  const area = region.split('-')[0] ?? ''
  return area === 'ap' ? ['apac'] : [area]
}
