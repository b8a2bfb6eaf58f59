/** Source: https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h */
const codes: Record<string, number> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_FILE_NOT_FOUND: -6,
  ERR_TIMED_OUT: -7,
  ERR_ACCESS_DENIED: -10,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_BLOCKED_BY_RESPONSE: -27,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_CONNECTION_ABORTED: -103,
  ERR_CONNECTION_FAILED: -104,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_INVALID_URL: -300,
  ERR_EMPTY_RESPONSE: -324,
}

/**
 * Returns the code of a Chromium error such as `net::ERR_FAILED`, which also stands for unlisted
 * errors.
 */
export function netErrorCode(text: string): number {
  return codes[text.replace(/^net::/, '')] ?? codes.ERR_FAILED!
}
