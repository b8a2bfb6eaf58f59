import { AppError } from '../../../shared/errors.ts'
import { assertKeyMayTravel } from '../configs/baseUrl.ts'

export interface Endpoints {
  /** The base URL for inference. */
  runtime: string
  /** The base URL for listing models. */
  control: string
}

/** The domains of the AWS partitions. https://docs.aws.amazon.com/general/latest/gr/rande.html */
const domains: readonly [RegExp, string][] = [
  [/^cn-/, 'amazonaws.com.cn'],
  [/^eusc-/, 'amazonaws.eu'],
]

/** Matches AWS's own runtime host. The host of any other service is not changed. */
const regionalRuntime =
  /^(https:\/\/)bedrock-runtime\.(?=[a-z0-9-]+\.amazonaws\.(?:com|com\.cn|eu)$)/

/**
 * Returns the two base URLs of a region. A base URL without Bedrock's own host, such as a
 * gateway's, serves both. Errors: addressInvalid.
 */
export function endpointsOf(baseUrl: string, region: string): Endpoints {
  if (!/^[a-z]{2,10}(?:-[a-z0-9]+)+$/.test(region)) {
    throw new AppError('addressInvalid', 'Not a region of AWS', { subject: region })
  }
  const domain = domains.find(([pattern]) => pattern.test(region))?.[1] ?? 'amazonaws.com'
  const runtime = (baseUrl.trim() || 'https://bedrock-runtime.{region}.amazonaws.com')
    .replace('{region}.amazonaws.com', `{region}.${domain}`)
    .replaceAll('{region}', region)
    .replace(/\/+$/, '')
  if (!URL.canParse(runtime)) {
    throw new AppError('addressInvalid', 'Not an address', { subject: baseUrl.slice(0, 200) })
  }
  assertKeyMayTravel(runtime)
  return { runtime, control: runtime.replace(regionalRuntime, '$1bedrock.') }
}
