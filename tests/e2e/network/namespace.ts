import { spawnSync } from 'node:child_process'

/** The arguments of `unshare` for a separate network, if the system allows one. */
export const namespace = ['--net', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** An ordinary user's path lacks the folder of `ip`. */
export const namespaceEnv = {
  ...process.env,
  PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`,
}

/** Returns why no separate network is available here; undefined if one is. */
export function whyNoNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  const build = [
    'ip link set lo up',
    'ip link add out type veth peer name end',
    'ip address add fd99::2/64 dev out nodad',
    'cat /proc/net/dev_snmp6/out',
  ].join(' && ')
  const command = [...namespace, 'sh', '-c', build]
  const { status, stderr, error } = spawnSync('unshare', command, { env: namespaceEnv })
  if (status === 0) return undefined
  return `no network namespace: ${error?.message ?? String(stderr).trim()}`
}
