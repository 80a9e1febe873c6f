import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { API_EXAMPLES, curlFor } from "./api-examples.ts";

/** Verifies that a webhook's request is from us. The API's page shows it, and a test runs it. */
export const WEBHOOK_EXAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

// "body" is the request's body as it came, before anything parses it.
export function isSigned(secret, headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(id + "." + timestamp + "." + body).digest();
  return headers["webhook-signature"].split(" ").some((one) => {
    const given = Buffer.from(one.replace("v1,", ""), "base64");
    return given.length === signature.length && timingSafeEqual(given, signature);
  });
}`;

/** The API page's style sheet, and its overrides of the viewer's: contrast, and room on phones. */
const DOCS_CSS = `
:root{color-scheme:light dark}body{margin:0;background:light-dark(#fff,#1c2022);color:light-dark(#1e1b2e,#e6e3ef);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main#endpoints,#viewer{max-width:1100px;margin:0 auto;padding:1rem}h1{font-size:1.75rem;margin:.5rem 0}h2{font-size:1.35rem}h3{font-size:1.05rem;margin:0}
p{margin:.4rem 0}a{color:light-dark(#602bc4,#b598f8)}code{font-family:ui-monospace,Menlo,Consolas,monospace}header p{max-width:46rem}
pre{margin:.4rem 0 1rem;padding:.75rem;border-radius:8px;overflow-x:auto;font-size:.875rem;background:light-dark(#f5f2fb,#2a2f32)}
article{border-top:1px solid light-dark(#e2dcf0,#444);padding:1rem 0}
#viewer{overflow-wrap:break-word;padding-top:0}#viewer .wrapper{padding:0}#viewer .scheme-container,#viewer .information-container{display:none}
#viewer .filter .operation-filter-input{width:100%;box-sizing:border-box;margin:0}#viewer .filter-container .filter{width:100%;max-width:100%}
#viewer .opblock-summary-method{color:#fff}#viewer .opblock-get .opblock-summary-method{background:#0b5cad}
#viewer .opblock-post .opblock-summary-method{background:#0b6e4f}#viewer .opblock-delete .opblock-summary-method{background:#b3261e}
#viewer .opblock-put .opblock-summary-method,#viewer .opblock-patch .opblock-summary-method{background:#94560a}
@media(max-width:600px){#viewer .opblock-summary{flex-wrap:wrap}#viewer .opblock-summary-description{padding:.25rem .5rem}#viewer .parameters-col_name{width:auto;min-width:7rem}}
`;

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
  examples?: string[];
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; required?: boolean }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** The parts of an OpenAPI document that this page reads. */
interface OpenApi {
  info?: { description?: string };
  servers?: { url: string }[];
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface DocsPage {
  instanceName: string;
  /** The script that replaces the list with a viewer. Undefined if none was built. */
  scriptUrl?: string | undefined;
}

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${createHash("sha256").update(DOCS_CSS).digest("base64")}'`,
  // The viewer's style sheet contains its icons.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Renders the OpenAPI document as a page for people, readable without the viewer that its script adds. */
export function renderApiDocs(openapi: unknown, page: DocsPage): { html: string; csp: string } {
  const html = renderToStaticMarkup(<ApiDocs api={openapi as OpenApi} page={page} />);
  return { html: `<!DOCTYPE html>${html}`, csp: CSP };
}

function ApiDocs({ api, page: { instanceName, scriptUrl } }: { api: OpenApi; page: DocsPage }) {
  const url = api.servers?.[0]?.url ?? "";
  const base = URL.parse(url)?.pathname ?? "";
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`API | ${instanceName}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{DOCS_CSS}</style>
        {scriptUrl && <script type="module" src={scriptUrl} />}
      </head>
      <body>
        <header>
          <h1>{instanceName} API</h1>
          <p>{api.info?.description}</p>
          <p>
            Everything is below <code>{base}</code>. For programs: <a href="openapi.json">openapi.json</a>
          </p>
          {url !== "" && <Examples url={url} />}
          <Webhooks />
        </header>
        <main id="endpoints">
          <h2>Endpoints</h2>
          {Object.entries(api.paths ?? {}).flatMap(([path, operations]) =>
            Object.entries(operations).map(([method, operation]) => (
              <Endpoint
                key={method + path}
                call={`${method.toUpperCase()} ${path}`}
                operation={operation}
                schemas={api.components?.schemas ?? {}}
              />
            )),
          )}
        </main>
      </body>
    </html>
  );
}

function Examples({ url }: { url: string }) {
  return (
    <section aria-labelledby="start">
      <h2 id="start">Getting started</h2>
      <p>
        Create an API key under Settings, API keys, and store it where your program can read it, here as{" "}
        <code>FANFARE_KEY</code>. <code>$PROFILE</code> is the <code>id</code> of a profile.
      </p>
      {API_EXAMPLES.map((example) => (
        <div key={example.title}>
          <h3>{example.title}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
          <pre tabIndex={0}>
            <code>{curlFor(url, example)}</code>
          </pre>
        </div>
      ))}
    </section>
  );
}

/** `/api/v1/docs#webhooks` */
function Webhooks() {
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Check a webhook’s signature</h2>
      <p>
        Each event comes as a POST that’s signed as{" "}
        <a href="https://www.standardwebhooks.com" rel="noreferrer">
          Standard Webhooks
        </a>{" "}
        describes, whose libraries check it in most languages. Three headers belong to it:{" "}
        <code>webhook-id</code>, which stays the same when an event is sent again,{" "}
        <code>webhook-timestamp</code> in seconds, and <code>webhook-signature</code>.
      </p>
      <p>
        A signature is <code>v1,</code> and the base64 of an HMAC-SHA256 over{" "}
        <code>{"{webhook-id}.{webhook-timestamp}.{body}"}</code>. Its key is what follows <code>whsec_</code>{" "}
        in the webhook’s secret, decoded from base64. For 24 hours after you’ve replaced the secret, the
        header has a second signature with the old one, after a space.
      </p>
      <p>In JavaScript, without a library:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{WEBHOOK_EXAMPLE}</code>
      </pre>
    </section>
  );
}

interface EndpointProps {
  call: string;
  operation: Operation;
  schemas: Readonly<Record<string, Schema>>;
}

function Endpoint({ call, operation, schemas }: EndpointProps) {
  const takes = inputOf(operation, schemas);
  const errors = errorsOf(operation);
  return (
    <article id={operation.operationId}>
      <h3>{operation.summary ?? call}</h3>
      <p>
        <code>{call}</code>
      </p>
      {operation.description && <p>{operation.description}</p>}
      {takes.length > 0 && <p>Takes {takes.join(", ")}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ status, code, message }) => (
            <li key={code}>
              {status} <code>{code}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** Codes besides the general ones that say nothing about the endpoint. */
const ANYWHERE = new Set([
  ...["BAD_REQUEST", "BODY_TOO_SLOW", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INTERNAL_SERVER_ERROR"],
]);

/** Lists the names of path, query, and body parameters. Optional ones end with a `?`. */
function inputOf({ parameters = [], requestBody }: Operation, schemas: EndpointProps["schemas"]): string[] {
  const [body] = Object.values(requestBody?.content ?? {});
  const named = body?.schema?.$ref?.split("/").at(-1);
  const schema = named === undefined ? body?.schema : schemas[named];
  const fields = Object.keys(schema?.properties ?? {}).map((name) => ({
    name,
    required: schema?.required?.includes(name) ?? false,
  }));
  return [...parameters, ...fields].map(({ name, required }) => (required ? name : `${name}?`));
}

/** Lists error codes with their sentences, without those that any endpoint may return. */
function errorsOf({ responses = {} }: Operation) {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const { code, message } = content?.["application/json"]?.schema?.properties ?? {};
    if (Number(status) < 400) return [];
    return (code?.enum ?? []).flatMap((name, index) =>
      name in GENERAL_ERRORS || ANYWHERE.has(name)
        ? []
        : [{ status, code: name, message: message?.examples?.[index] }],
    );
  });
}
