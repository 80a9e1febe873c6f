import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isQuestion } from "#src/lib/endpoint.ts";
import { contract } from "#src/node/slices.ts";

interface Endpoint {
  name: string;
  method: string;
  /** Whether it says that it may change something. */
  isChange: boolean;
  /** Whether its path has no parameter. */
  isFixed: boolean;
  /** The codes of the errors that its contract declares. */
  declared: string[];
  isAsked(method: string, path: string): boolean;
}

/** The endpoints of the contracts. */
export const ENDPOINTS: readonly Endpoint[] = Object.entries(contract).flatMap(([slice, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => {
    const { route, errorMap } = endpoint["~orpc"];
    const path = new RegExp(`^/api/v1${(route.path ?? "").replace(/\{\w+\}/g, "[^/]+")}$`);
    const method = route.method ?? "POST";
    return {
      name: `${slice}.${name}`,
      method,
      isChange: method !== "GET" && !isQuestion(route.path),
      isFixed: !route.path?.includes("{"),
      declared: Object.keys(errorMap),
      isAsked: (asked: string, at: string) => asked === method && path.test(at),
    };
  }),
);

/** The endpoints that such a request may have reached. */
export function endpointsAt(method: string, path: string): Endpoint[] {
  const asked = ENDPOINTS.filter(({ isAsked }) => isAsked(method, path));
  const fixed = asked.filter(({ isFixed }) => isFixed);
  // As for the router, `/contacts/export` isn't the contact "export".
  return fixed.length > 0 ? fixed : asked;
}

/** Writes down lines of one kind, each once, for checks of the whole suite. */
export function recorder(folder: string, kind: string): (line: string) => void {
  const known = new Set<string>();
  return (line) => {
    if (!known.has(line)) appendFileSync(join(folder, `${kind}-${process.pid}`), `${line}\n`);
    known.add(line);
  };
}

/** Where processes record lines, and what they've recorded by the time all tests have run. */
export function openCoverageLog(): { folder: string; close(): (kind: string) => string[] } {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-records-"));
  const close = () => {
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const texts = files.map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
    rmSync(folder, { recursive: true });
    return (kind: string) =>
      texts.flatMap(({ file, text }) => (file.startsWith(`${kind}-`) ? text.trimEnd().split("\n") : []));
  };
  return { folder, close };
}
