import type { InferContractRouterInputs } from "@orpc/contract";
import type { siteContract } from "#src/features/public/site/contract.ts";
import { API_PATH, CLIENT_ERRORS_PATH } from "#src/lib/paths.ts";

/** Counted per page load. An error that recurs with every frame is reported once. */
const REPORTS_MAX = 5;
const MESSAGE_CHARS_MAX = 500;
const STACK_CHARS_MAX = 2000;

export type ErrorReport = InferContractRouterInputs<typeof siteContract>["reportError"];
type ErrorSource = ErrorReport["source"];

type Send = (report: ErrorReport) => void;

/**
 * Returns a function that reports errors to the server's log, each once, at most five. Intentional aborts
 * aren't errors.
 */
export function errorReporter(source: ErrorSource, send: Send, path = () => location.pathname) {
  const told = new Set<string>();
  return (error: unknown): void => {
    // The server already knows about its own error responses.
    if (typeof error === "object" && error !== null && "status" in error) return;
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const said = `${name}: ${message}`.slice(0, MESSAGE_CHARS_MAX);
    // Another site's script reveals only this, and extensions aren't ours.
    if (/Abort|Cancel/.test(name) || /^Error: Script error|-extension:/.test(said + stack)) return;
    if (told.size >= REPORTS_MAX || told.has(said)) return;
    told.add(said);
    send({ source, message: said, stack: (stack ?? "").slice(0, STACK_CHARS_MAX), path: path() });
  };
}

const post: Send = (report) => {
  // A lost report must not become an error itself.
  fetch(API_PATH + CLIENT_ERRORS_PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => {});
};

/** Reports uncaught errors on this page. Returns a function to report caught ones. */
export function reportErrors(source: ErrorSource): (error: unknown) => void {
  const report = errorReporter(source, post);
  addEventListener("error", ({ error, message }) => report(error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    report(`CSP: ${effectiveDirective} ${blockedURI}`),
  );
  return report;
}
