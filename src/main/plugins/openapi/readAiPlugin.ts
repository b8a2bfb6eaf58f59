import type { AiPlugin, PluginManifest } from '../../../shared/plugins/pluginManifest.ts'
import type { PlainSignIn } from './readSecurity.ts'

/** ChatGPT's description of a plugin as a manifest, whose tools are in an OpenAPI document. */
export interface ConvertedAiPlugin {
  manifest: PluginManifest
  /** Sign-in for the servers, used if the OpenAPI document has none. */
  signIn: PlainSignIn | null
}

/** Converts ChatGPT's description of a plugin. */
export function readAiPlugin(described: AiPlugin): ConvertedAiPlugin {
  const { name_for_model, name_for_human, description_for_model, description_for_human } = described
  const { api, auth, logo_url, legal_info_url } = described
  return {
    manifest: {
      identifier: name_for_model,
      api: [],
      openapi: api.url,
      meta: {
        title: name_for_human ?? name_for_model,
        description: description_for_human ?? description_for_model,
        avatar: logo_url,
        tags: undefined,
      },
      ...(description_for_model !== undefined && { systemRole: description_for_model }),
      ...(legal_info_url !== undefined && { homepage: legal_info_url }),
    },
    signIn: signInOf(auth),
  }
}

function signInOf(auth: AiPlugin['auth']): PlainSignIn | null {
  switch (auth?.type) {
    case 'user_http':
    case 'service_http':
      return auth.authorization_type
    // The user pastes a token.
    case 'oauth':
      return 'bearer'
    default:
      return null
  }
}
