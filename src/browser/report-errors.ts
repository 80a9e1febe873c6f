/** Reports of one page load; an error that comes back with every frame is told once. */
const REPORTS_MAX = 5;
const MESSAGE_CHARS_MAX = 500;
const STACK_CHARS_MAX = 2000;

/** Which part of the product the error comes from. */
export type ErrorSource = "dashboard" | "page" | "site";

export interface ErrorReport {
  source: ErrorSource;
  message: string;
  stack: string;
  path: string;
}

type Send = (report: ErrorReport) => void;

/** Tells the server's log of errors, each once, at most five; what was given up on purpose is none. */
export function errorReporter(source: ErrorSource, send: Send, path = () => location.pathname) {
  const told = new Set<string>();
  return (error: unknown): void => {
    // The server knows what it refused.
    if (typeof error === "object" && error !== null && "status" in error) return;
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const said = `${name}: ${message}`.slice(0, MESSAGE_CHARS_MAX);
    // Another site's script says no more than this, and extensions are none of ours.
    if (/Abort|Cancel/.test(name) || /^Error: Script error|-extension:/.test(said + stack)) return;
    if (told.size >= REPORTS_MAX || told.has(said)) return;
    told.add(said);
    send({ source, message: said, stack: (stack ?? "").slice(0, STACK_CHARS_MAX), path: path() });
  };
}

const post: Send = (report) => {
  // A report that gets lost must not become an error itself.
  fetch("/api/v1/client-errors", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => {});
};

/** Reports what nobody caught on this page; the answer reports an error that somebody did. */
export function reportErrors(source: ErrorSource): (error: unknown) => void {
  const report = errorReporter(source, post);
  addEventListener("error", ({ error, message }) => report(error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
  return report;
}
