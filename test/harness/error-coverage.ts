import { RECEIVING_ERRORS } from "#src/features/email/inbound/http.ts";
import { AUTH_ERRORS } from "#src/features/identity/accounts/rules.ts";
import { STRIPE_ERRORS } from "#src/features/money/billing/http.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { AUTH_API_PATH, HOOK_PATH, PATHS, STRIPE_PATH } from "#src/lib/paths.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { ENDPOINTS, endpointsAt, recorder } from "./coverage-log.ts";

/**
 * Codes that any endpoint may answer with: the API refuses before calling a verb, or has nothing more
 * specific to say.
 */
const ANYWHERE = new Set([
  ...Object.keys(GENERAL_ERRORS),
  ...["BAD_REQUEST", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INTERNAL_SERVER_ERROR"],
]);

/** What answers beside the contracts, and the errors of its own that some test has to provoke there. */
const BESIDE: { at: readonly string[]; errors: object }[] = [
  { at: [`${AUTH_API_PATH}/`, PATHS.authCallback], errors: AUTH_ERRORS },
  { at: [HOOK_PATH], errors: RECEIVING_ERRORS },
  { at: [STRIPE_PATH], errors: STRIPE_ERRORS },
];

/** Records which endpoint refused with which code and words, from the responses that tests get over HTTP. */
export function recordErrors(folder: string): void {
  const { fetch } = globalThis;
  if ("records" in fetch) return;
  const record = recorder(folder, "refused");
  const recording = async (...args: Parameters<typeof fetch>) => {
    const answer = await fetch(...args);
    // On their way back from elsewhere, people are refused by a redirect.
    const problem = /[?&]problem=(\w+)/.exec(answer.headers.get("location") ?? "")?.[1];
    if (problem) record(`GET ${new URL(answer.url).pathname} ${problem} []`);
    const path = answer.status >= 400 && args[1]?.method !== "HEAD" ? new URL(answer.url).pathname : "";
    if (path.startsWith("/api/") && answer.headers.get("content-type")?.includes("json")) {
      const { code, message, data } = await answer.clone().json();
      const isEnglish = !new Headers(args[1]?.headers).has("x-language");
      const said = JSON.stringify(isEnglish ? Object.values(data?.fields ?? { message }) : []);
      record(`${args[1]?.method ?? "GET"} ${path} ${code} ${said}`);
    }
    return answer;
  };
  globalThis.fetch = Object.assign(recording, { records: true });
}

/** What to complain about once all tests have run. */
export async function errorCoverageProblems(lines: readonly string[]): Promise<string[]> {
  return [...complaints(lines), ...(await listEnglish(lines))];
}

/** Not for signed-in people: what visitors' pages send, and what mail servers say. */
const ALWAYS_ENGLISH = { path: /^\/api\/v1\/(?:clicks|views|vitals)$/, words: /^\d{3} / };

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
  const everywhere = new Set<string>();
  const codesOf = new Map<string, Set<string>>();
  for (const line of lines) {
    const [method = "", path = "", code = ""] = line.split(" ");
    everywhere.add(code);
    for (const { name } of endpointsAt(method, path))
      codesOf.set(name, (codesOf.get(name) ?? new Set()).add(code));
  }
  const unheard = [...ANYWHERE].filter((code) => !everywhere.has(code));
  const isDeclared = (code: string) => ENDPOINTS.some(({ declared }) => declared.includes(code));
  const beside = BESIDE.flatMap(({ at, errors }) => {
    const heard = lines.filter((line) => at.some((path) => line.split(" ")[1]?.startsWith(path)));
    const codes = new Set(heard.map((line) => line.split(" ")[2]));
    return Object.keys(errors)
      .filter((code) => !codes.has(code) && !isDeclared(code))
      .map((code) => `no test provokes ${code} below ${at.join(" or ")}`);
  });
  return [
    ...beside,
    ...unheard.map((code) => `no test provokes ${code}`),
    ...ENDPOINTS.flatMap(({ name, declared }) => {
      const codes = codesOf.get(name) ?? new Set<string>();
      const untested = declared.filter((code) => !codes.has(code));
      const undeclared = [...codes].filter((code) => !declared.includes(code) && !ANYWHERE.has(code));
      return [
        ...untested.map((code) => `${name} declares ${code}, which no test provokes`),
        ...undeclared.map((code) => `${name} answers ${code}, which its contract doesn’t declare`),
      ];
    }),
  ];
}
