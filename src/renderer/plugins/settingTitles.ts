import { isObject } from '../../shared/json.ts'

/** Returns the titles of settings from their schema; without one, the name itself. */
export function settingTitles(
  schema: Readonly<Record<string, unknown>> | null,
  names: readonly string[],
): string[] {
  const properties = schema && isObject(schema['properties']) ? schema['properties'] : {}
  return names.map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const title = isObject(property) ? property['title'] : undefined
    return typeof title === 'string' && title.trim() !== '' ? title : name
  })
}
