import { AppError } from '../../../shared/errors.ts'
import { assertKeyMayTravel } from '../baseUrl.ts'

export interface Endpoints {
  /** Where models answer. */
  runtime: string
  /** Where models are listed. */
  control: string
}

/** The parts of AWS have domains of their own. https://docs.aws.amazon.com/general/latest/gr/rande.html */
const domains: readonly [RegExp, string][] = [
  [/^cn-/, 'amazonaws.com.cn'],
  [/^eusc-/, 'amazonaws.eu'],
]

/** AWS's own; anywhere else another host would be another's. */
const regionalRuntime =
  /^(https:\/\/)bedrock-runtime\.(?=[a-z0-9-]+\.amazonaws\.(?:com|com\.cn|eu)$)/

/**
 * The two addresses of a region. A base URL without Bedrock's own name, such as that of a gateway,
 * stands for both. Errors: addressInvalid.
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
