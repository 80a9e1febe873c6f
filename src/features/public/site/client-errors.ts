import type * as z from "zod";
import { RESERVED_USERNAMES } from "#src/features/pages/profiles/rules.ts";
import { cutChars } from "#src/lib/text.ts";
import type { VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { recordBrowserError } from "./browser-errors/browser-errors.ts";
import type { clientErrorSchema } from "./contract.ts";

const FROM_ADDRESS: Limit = { name: "client-errors", attempts: 60, seconds: 600 };
/**
 * The limit of lines from all browsers together in a process's log: 1 MB at most. Beyond that, one line has
 * the number of dropped ones.
 */
const LINES_MAX = 300;
const LINES_MS = 600_000;
const MESSAGE_CHARS_MAX = 500;
const STACK_CHARS_MAX = 2000;
const PATH_CHARS_MAX = 200;

/** Logs an error from a browser under the id that the response contains, without anything personal. */
export async function reportError(
  visit: VisitorCtx,
  { source, message, stack, path }: z.output<typeof clientErrorSchema>,
): Promise<{ logged: boolean }> {
  // Checks the log's room first, because without any, errors from ever more networks must write nothing.
  if (!takeRoom(visit)) return { logged: false };
  await visit.limits.count(FROM_ADDRESS, visit.request.address).catch((error: unknown) => {
    linesOf(visit).written--;
    throw error;
  });
  const client_error = {
    source,
    message: withoutPersons(cutChars(message, MESSAGE_CHARS_MAX)),
    stack: withoutPersons(cutChars(stack, STACK_CHARS_MAX)),
    path: pathWithoutName(cutChars(path, PATH_CHARS_MAX)),
  };
  visit.log.warn({ client_error }, "error in a browser");
  await recordBrowserError(visit, client_error);
  return { logged: true };
}

const linesOf = processLocal(() => ({ since: 0, written: 0, left: 0 }));

/** Reserves a line in the log, if there's room. Reports the number of dropped lines once there is again. */
function takeRoom(visit: VisitorCtx): boolean {
  const lines = linesOf(visit);
  const now = visit.now().getTime();
  if (now - lines.since >= LINES_MS) {
    if (lines.left > 0) visit.log.warn({ count: lines.left }, "more errors in browsers");
    Object.assign(lines, { since: now, written: 0, left: 0 });
  }
  if (lines.written >= LINES_MAX) {
    lines.left++;
    return false;
  }
  lines.written++;
  return true;
}

/** E-mail addresses and the path of a URL may be personal. Control characters would break the log's lines. */
function withoutPersons(text: string): string {
  return (
    text
      // regex-ignore: texts are cut first, and each start takes at most 320 characters
      .replace(/[^\s@"'<>/]{1,64}(?:@|%40)[^\s@"'<>/]{1,255}/gi, "[mail]")
      .replace(/(\/[^\s?#"'/]*)[?#][^\s"')]*/g, "$1")
      .replace(/[^\P{Cc}\n]+/gu, " ")
  );
}

/** A page's path is someone's name, so only the product's own paths are logged as they are. */
function pathWithoutName(path: string): string {
  const [bare = ""] = path.split(/[?#]/);
  const [, first = "", ...rest] = bare.split("/");
  return first === "" || RESERVED_USERNAMES.has(first)
    ? withoutPersons(bare)
    : ["", "{username}", ...rest.map(() => "…")].join("/");
}
