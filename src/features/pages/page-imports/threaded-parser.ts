/* Parses pages in another thread: strangers wrote them, and some of them to keep us busy. */
import { BudgetExceeded, Thread } from "#src/platform/thread.ts";
import type { parserTasks } from "./page-parser-thread.ts";
import type { PageDetails, PageText, Parsed } from "./parsers/parsers.ts";

const thread = new Thread<typeof parserTasks>("page-parser-thread", import.meta.url, {
  msMax: 4000,
  heapMbMax: 192,
});

export function parsePageInThread(account: string, page: PageText): Promise<Parsed> {
  return unlessTooMuch(thread.run(account, "parsePage", page));
}

export function parseFileInThread(account: string, file: { text: string; name: string }): Promise<Parsed> {
  return unlessTooMuch(thread.run(account, "parseFile", file));
}

/** Undefined for a page that takes too much. */
export async function parseDetailsInThread(
  account: string,
  page: PageText,
): Promise<PageDetails | undefined> {
  try {
    return await thread.run(account, "parseDetails", page);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return undefined;
  }
}

async function unlessTooMuch(parsing: Promise<Parsed>): Promise<Parsed> {
  try {
    return await parsing;
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return { problem: "unreadable", service: "other" };
  }
}
