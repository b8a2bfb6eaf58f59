import { startFakeServer, type FakeServer } from './fakeServer.ts'

export interface SitePage {
  /** HTML by default. */
  type?: string
  body: string
  status?: number
  headers?: Record<string, string>
}

/** A web server with the files of a plugin's page, by path. */
export interface FakePluginSite extends FakeServer {
  put: (path: string, page: SitePage) => void
}

/** Starts a server whose answers carry what no page may bring into Parley. */
export async function startPluginSite(
  pages: Readonly<Record<string, SitePage>> = {},
): Promise<FakePluginSite> {
  const known = new Map(Object.entries(pages))
  const server = await startFakeServer(({ path }, response) => {
    const page = known.get(path)
    response.writeHead(page?.status ?? (page ? 200 : 404), {
      'content-type': page?.type ?? 'text/html',
      'content-security-policy': "default-src * 'unsafe-inline'; report-uri https://report.test/",
      'report-to': '{"group":"g","max_age":1,"endpoints":[{"url":"https://report.test/"}]}',
      'reporting-endpoints': 'g="https://report.test/"',
      link: '<https://linked.test/x>; rel=preconnect',
      refresh: '1; url=https://refreshed.test/',
      'set-cookie': 'a=b',
      'content-disposition': 'attachment',
      ...page?.headers,
    })
    response.end(page?.body ?? 'Not found')
  })
  return { ...server, put: (path, page) => void known.set(path, page) }
}
