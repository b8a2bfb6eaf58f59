import type { BedrockRuntimeClientConfig } from '@aws-sdk/client-bedrock-runtime'
import { AppError } from '../../../shared/errors.ts'
import type { Aws } from '../../../shared/providers.ts'

/** The paths of the AWS files. */
export interface AwsFiles {
  credentials: string
  config: string
}

export interface CredentialOptions {
  aws: Aws
  key: string | null
  /** The paths of the AWS files; the AWS defaults if missing. */
  files?: AwsFiles | undefined
}

type Credentials = Pick<
  BedrockRuntimeClientConfig,
  'authSchemePreference' | 'credentials' | 'token'
>

/** Returns a client's credentials from the chosen source only. Errors: keyMissing, keyMalformed. */
export async function credentialsOf(options: CredentialOptions): Promise<Credentials> {
  const { credentials } = options.aws
  if (credentials === 'bearer') {
    return { authSchemePreference: ['httpBearerAuth'], token: { token: bearerOf(options) } }
  }
  const identity = credentials === 'profile' ? await ofProfile(options) : ofKey(keyOf(options))
  return { authSchemePreference: ['sigv4'], credentials: identity }
}

function keyOf({ key }: CredentialOptions): string {
  if (key === null || key === '') throw new AppError('keyMissing', 'There is no key for AWS')
  return key
}

/** Returns the bearer token. Refuses access keys left over from an earlier setting. */
function bearerOf(options: CredentialOptions): string {
  const token = keyOf(options)
  if (!token.includes(':')) return token
  throw new AppError('keyMalformed', 'A bearer token of AWS holds no colon')
}

function ofKey(key: string) {
  const [, accessKeyId, secretAccessKey, sessionToken] =
    /^([^:\s]+):([^:\s]+)(?::(\S+))?$/.exec(key) ?? []
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new AppError('keyMalformed', 'An access key of AWS is written as id:secret')
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}

/**
 * Returns a provider that reads the profile for each request, because the files may change.
 * Temporary credentials are kept until shortly before they expire.
 */
async function ofProfile({ aws: { profile }, files }: CredentialOptions) {
  const [{ fromIni }, { isIdentityExpired, memoizeIdentityProvider }] = await Promise.all([
    import('@aws-sdk/credential-provider-ini'),
    import('@smithy/core'),
  ])
  const read = fromIni({
    profile,
    ignoreCache: true,
    ...(files && { filepath: files.credentials, configFilepath: files.config }),
  })
  const provider = memoizeIdentityProvider(
    read,
    (identity) => identity.expiration === undefined || isIdentityExpired(identity),
    () => true,
  )
  // `memoized` stops the client from caching credentials without an expiry forever.
  return Object.assign(provider ?? read, { memoized: true })
}
