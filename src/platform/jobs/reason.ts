import { cutChars } from "#src/lib/text.ts";

const CHARS_MAX = 300;

/**
 * Why a job failed, for staff: the message of the root cause, without values and addresses that it may quote.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "Unknown error";
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const [line = ""] = error.message.split("\n");
  const words = line.replace(/(?<!\S)\S+@\S+/g, "…").replace(/"(?![\w.]+")[^"]*"/g, "…");
  return cutChars(words || error.name, CHARS_MAX);
}
