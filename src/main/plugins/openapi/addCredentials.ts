import { AppError } from '../../../shared/errors.ts'
import type { SettingValues } from '../gateway/settingsHeaders.ts'
import type { Credential } from './operation.ts'

/**
 * Adds the secrets of the first way to sign in whose settings have values. Without any, the server
 * decides about the request. Errors: pluginSettingsInvalid.
 */
export function addCredentials(
  alternatives: readonly (readonly Credential[])[],
  settings: SettingValues,
  url: URL,
  headers: Record<string, string>,
): void {
  const chosen = alternatives.find((credentials) =>
    credentials.every(({ setting }) => secretOf(settings, setting) !== ''),
  )
  for (const credential of chosen ?? []) {
    addCredential(credential, secretOf(settings, credential.setting), url, headers)
  }
}

function secretOf(settings: SettingValues, name: string): string {
  const value = Object.hasOwn(settings, name) ? settings[name] : null
  return value === null || value === undefined ? '' : String(value).trim()
}

function addCredential(
  { in: place, name, setting }: Credential,
  secret: string,
  url: URL,
  headers: Record<string, string>,
): void {
  if (!/^[\x20-\x7e\xa0-\xff]*$/.test(secret)) {
    throw new AppError(
      'pluginSettingsInvalid',
      `"${setting}" holds characters that can't be sent`,
      {
        subject: setting,
      },
    )
  }
  switch (place) {
    case 'query': {
      const field = `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`
      url.search = url.search.length > 1 ? `${url.search.slice(1)}&${field}` : field
      break
    }
    case 'cookie': {
      const cookie = `${name}=${encodeURIComponent(secret)}`
      headers['cookie'] = headers['cookie'] ? `${headers['cookie']}; ${cookie}` : cookie
      break
    }
    case 'header':
      headers[name] = secret
      break
    case 'bearer':
      headers['authorization'] = `Bearer ${secret.replace(/^bearer /i, '')}`
      break
    case 'basic':
      // The setting holds `user:password`.
      headers['authorization'] = `Basic ${Buffer.from(secret).toString('base64')}`
      break
  }
}
