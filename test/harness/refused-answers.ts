import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { contract } from "#src/node/slices.ts";
import { translatorFor } from "#src/platform/languages.ts";

/**
 * Codes that any endpoint may answer with: the API refuses before calling a verb, or has nothing more
 * specific to say.
 */
const ANYWHERE = new Set([
  ...Object.keys(GENERAL_ERRORS),
  ...["BAD_REQUEST", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INTERNAL_SERVER_ERROR"],
]);

interface Endpoint {
  name: string;
  isAsked(method: string, path: string): boolean;
  /** Whether its path has no parameter. */
  isFixed: boolean;
  declared: string[];
}

function listContracts(): Endpoint[] {
  return Object.entries(contract).flatMap(([slice, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      const { route, errorMap } = endpoint["~orpc"];
      const path = new RegExp(`^/api/v1${(route.path ?? "").replace(/\{\w+\}/g, "[^/]+")}$`);
      return {
        name: `${slice}.${name}`,
        isAsked: (method, asked) => method === (route.method ?? "POST") && path.test(asked),
        isFixed: !route.path?.includes("{"),
        declared: Object.keys(errorMap),
      };
    }),
  );
}

/** Records which endpoint refused with which code and words, from the responses that tests get over HTTP. */
export function recordRefusals(folder: string): void {
  const { fetch } = globalThis;
  if ("records" in fetch) return;
  const known = new Set<string>();
  const recording = async (...args: Parameters<typeof fetch>) => {
    const answer = await fetch(...args);
    const path = answer.status >= 400 ? new URL(answer.url).pathname : "";
    if (path.startsWith("/api/") && answer.headers.get("content-type")?.includes("json")) {
      const { code, message, data } = await answer.clone().json();
      const isEnglish = !new Headers(args[1]?.headers).has("x-language");
      const said = JSON.stringify(isEnglish ? Object.values(data?.fields ?? { message }) : []);
      const line = `${args[1]?.method ?? "GET"} ${path} ${code} ${said}\n`;
      if (!known.has(line)) appendFileSync(join(folder, String(process.pid)), line);
      known.add(line);
    }
    return answer;
  };
  globalThis.fetch = Object.assign(recording, { records: true });
}

/** Where processes record refusals, and what to complain about once all tests have run. */
export function openRefusals(): { folder: string; close(): Promise<string[]> } {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-refusals-"));
  const close = async () => {
    const lines = readdirSync(folder).flatMap((file) =>
      readFileSync(join(folder, file), "utf8").trimEnd().split("\n"),
    );
    rmSync(folder, { recursive: true });
    return [...complaints(lines), ...(await listEnglish(lines))];
  };
  return { folder, close };
}

/** Not for signed-in people: what visitors' pages send, and what mail servers say. */
const ALWAYS_ENGLISH = { path: /^\/api\/v1\/(?:clicks|views)$/, words: /^\d{3} / };

/** What people read in English whatever their language. */
async function listEnglish(lines: readonly string[]): Promise<string[]> {
  const say = await translatorFor("es");
  const said = lines.flatMap((line): string[] => {
    const [, path = "", , ...words] = line.split(" ");
    return ALWAYS_ENGLISH.path.test(path) ? [] : JSON.parse(words.join(" ") || "[]");
  });
  const english = [...new Set(said)].filter((text) => say(text) === text && !ALWAYS_ENGLISH.words.test(text));
  return english.map((message) => `src/languages/es-server.json doesn’t have: ${message}`);
}

/** Errors that no test has provoked and refusals that no contract declares, by endpoint. */
function complaints(lines: readonly string[]): string[] {
  const refusals = lines.map((line) => line.split(" "));
  const endpoints = listContracts();
  const codesWhere = (isAsked: Endpoint["isAsked"]) =>
    new Set(refusals.flatMap(([method = "", path = "", code = ""]) => (isAsked(method, path) ? [code] : [])));
  const everywhere = codesWhere(() => true);
  const unheard = [...ANYWHERE].filter((code) => !everywhere.has(code));
  return [
    ...unheard.map((code) => `no test provokes ${code}`),
    ...endpoints.flatMap(({ name, isAsked, isFixed, declared }) => {
      // As for the router, `/contacts/export` isn't the contact "export".
      const isElsewhere: Endpoint["isAsked"] = (method, path) =>
        !isFixed && endpoints.some((other) => other.isFixed && other.isAsked(method, path));
      const codes = codesWhere((method, path) => isAsked(method, path) && !isElsewhere(method, path));
      const untested = declared.filter((code) => !codes.has(code));
      const undeclared = [...codes].filter((code) => !declared.includes(code) && !ANYWHERE.has(code));
      return [
        ...untested.map((code) => `${name} declares ${code}, which no test provokes`),
        ...undeclared.map((code) => `${name} answers ${code}, which its contract doesn’t declare`),
      ];
    }),
  ];
}
