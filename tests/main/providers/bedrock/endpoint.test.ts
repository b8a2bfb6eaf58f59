import { expect, test } from 'vitest'
import { endpointsOf } from '../../../../src/main/providers/bedrock/endpoint.ts'

test.each([
  [
    'https://bedrock-runtime.{region}.amazonaws.com',
    'eu-central-1',
    'https://bedrock-runtime.eu-central-1.amazonaws.com',
    'https://bedrock.eu-central-1.amazonaws.com',
  ],
  [
    '',
    'us-gov-west-1',
    'https://bedrock-runtime.us-gov-west-1.amazonaws.com',
    'https://bedrock.us-gov-west-1.amazonaws.com',
  ],
  [
    'https://bedrock-runtime.{region}.amazonaws.com/',
    'cn-north-1',
    'https://bedrock-runtime.cn-north-1.amazonaws.com.cn',
    'https://bedrock.cn-north-1.amazonaws.com.cn',
  ],
  [
    'https://gateway.example/aws',
    'eu-west-1',
    'https://gateway.example/aws',
    'https://gateway.example/aws',
  ],
])('%j in %s', (baseUrl, region, runtime, control) => {
  expect(endpointsOf(baseUrl, region)).toEqual({ runtime, control })
})

test.each([
  ['https://bedrock-runtime.{region}.amazonaws.com', 'evil.example/#'],
  ['https://bedrock-runtime.{region}.amazonaws.com', 'EU Central'],
  ['not an address', 'eu-central-1'],
  ['http://bedrock.example', 'eu-central-1'],
])('%j in %s is refused', (baseUrl, region) => {
  expect(() => endpointsOf(baseUrl, region)).toThrow(
    expect.objectContaining({ code: 'addressInvalid' }),
  )
})
