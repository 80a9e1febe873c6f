import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { API_EXAMPLES, curlFor } from "./api-examples.ts";
import { DOCS_CSS } from "./docs-css.ts";
import { WEBHOOK_EXAMPLE } from "./webhook-example.ts";

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
