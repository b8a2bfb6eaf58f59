/**
 * The system packages that the tests use on Linux.
 * @type {import('./systemPackages.mjs').SystemPackage[]}
 */
export const testPackages = [
  'chromium',
  'xvfb',
  'xdotool',
  'libxtst6',
  'libxrandr2',
  'libxt6',
  'libsecret-1-0',
  'postgresql',
  'dbus',
  'gnome-keyring',
  'espeak-ng',
  'bubblewrap',
  'procps',
  'iproute2',
  'x11-utils',
  'xclip',
  'xterm',
  'zenity',
  'fonts-wqy-microhei',
  'fonts-noto-color-emoji',
  'fonts-tlwg-loma-ttf',
]
