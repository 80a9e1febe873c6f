import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import pg from "pg";
import { AUTH_PATHS } from "#src/features/identity/accounts/auth/auth-routes.ts";
import { ENDPOINTS, endpointsAt, recorder } from "./coverage-log.ts";
import { EVENT_EXEMPTIONS } from "./event-exemptions.ts";

interface Asking {
  request: IncomingMessage;
  response: ServerResponse;
}

let isRecording = false;

/** Records which request announced what, from the rows that the server inserts before it answers. */
export function recordAnnouncements(folder: string): void {
  if (isRecording) return;
  isRecording = true;
  const record = recorder(folder, "announced");
  const asking = new AsyncLocalStorage<Asking>();
  subscribe("http.server.request.start", (asked) => asking.enterWith(asked as Asking));
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement, values] = args as [{ name?: string } | undefined, unknown[] | undefined];
    const asked = asking.getStore();
    // What happens after the answer isn't what the request did.
    if (statement?.name === "insert_event" && asked?.response.writableEnded === false) {
      const { method, url = "" } = asked.request;
      record(`${method} ${url.split("?")[0]} ${values?.[2]}`);
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
}

/** Endpoints that change something and announced nothing in any test, and those said to be silent that did. */
export function eventCoverageProblems(lines: readonly string[]): string[] {
  const told = new Map<string, string>();
  for (const line of lines) {
    const [method = "", path = "", event = ""] = line.split(" ");
    for (const { name } of endpointsAt(method, path)) told.set(name, event);
    if (path.startsWith("/api/auth/")) told.set(`${method} ${path.slice("/api/auth/".length)}`, event);
  }
  const changing = [...ENDPOINTS, ...authEndpoints()]
    .filter(({ isChange }) => isChange)
    .map(({ name }) => name);
  return [
    ...changing
      .filter((name) => !told.has(name) && !(name in EVENT_EXEMPTIONS))
      .map(
        (name) =>
          `${name} announced nothing in any test: announce it, test it, or say in event-exemptions.ts why not`,
      ),
    ...ENDPOINTS.filter(({ name, method, isChange }) => method !== "GET" && !isChange && told.has(name)).map(
      ({ name }) => `${name} only asks, but announced ${told.get(name)}`,
    ),
    ...Object.keys(EVENT_EXEMPTIONS)
      .filter((name) => told.has(name))
      .map((name) => `${name} isn't silent: it announced ${told.get(name)}`),
    ...Object.keys(EVENT_EXEMPTIONS)
      .filter((name) => !changing.includes(name))
      .map((name) => `event-exemptions.ts lists ${name}, which doesn't exist or changes nothing`),
  ];
}

function authEndpoints(): { name: string; isChange: boolean }[] {
  return [...AUTH_PATHS.keys()].map((name) => ({ name, isChange: !name.startsWith("GET ") }));
}
