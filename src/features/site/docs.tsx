import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { ApiEndpoint } from "./ApiEndpoint.tsx";
import { type Endpoint, endpointsByTag, type OpenApi, serverOf } from "./api-description.ts";
import { DOCS_CSS } from "./docs-css.ts";

interface DocsPage {
  instanceName: string;
}

const CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(DOCS_CSS).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The OpenAPI document as a page for people: one HTML document without scripts, and its Content-Security-Policy. */
export function renderApiDocs(openapi: unknown, page: DocsPage): { html: string; csp: string } {
  const html = renderToStaticMarkup(<ApiDocs api={openapi as OpenApi} page={page} />);
  return { html: html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`, csp: CSP };
}

function ApiDocs({ api, page }: { api: OpenApi; page: DocsPage }) {
  const groups = [...endpointsByTag(api)];
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`API | ${page.instanceName}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{DOCS_CSS}</style>
      </head>
      <body>
        <div className="page">
          <Introduction name={page.instanceName} version={api.info?.version} base={serverOf(api).path} />
          <div className="columns">
            <Contents groups={groups} />
            <main>
              {groups.map(([tag, endpoints]) => (
                <section key={tag} aria-labelledby={`tag-${tag}`}>
                  <h2 id={`tag-${tag}`}>{tag}</h2>
                  {endpoints.map((endpoint) => (
                    <ApiEndpoint key={endpoint.anchor} endpoint={endpoint} />
                  ))}
                </section>
              ))}
            </main>
          </div>
        </div>
      </body>
    </html>
  );
}

function Introduction({ name, version, base }: { name: string; version: string | undefined; base: string }) {
  return (
    <header>
      <h1>{name} API</h1>
      <p className="soft">
        {version && `Version ${version}. `}Everything below <code>{base}</code> speaks JSON; times are ISO
        8601 in UTC. The same as <a href="openapi.json">openapi.json</a>.
      </p>
      <p className="soft">
        Sign in with <code>POST /api/auth/sign-in/email</code> <code>{'{"email", "password"}'}</code> and send
        the session cookie of its answer along. Lists are <code>{'{"items", "next"}'}</code>; a refusal is{" "}
        <code>{'{"code", "message", "data", "request_id"}'}</code> with the right status.
      </p>
    </header>
  );
}

function Contents({ groups }: { groups: [string, Endpoint[]][] }) {
  return (
    <nav aria-label="Endpoints">
      <details open>
        <summary>Endpoints</summary>
        {groups.map(([tag, endpoints]) => (
          <div key={tag}>
            <b>{tag}</b>
            <ul>
              {endpoints.map(({ anchor, method, path, operation }) => (
                <li key={anchor}>
                  <a href={`#${anchor}`}>{operation.summary ?? `${method} ${path}`}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </nav>
  );
}
