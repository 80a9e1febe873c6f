/*
 * The entry point for all rendering. Large e-mail, or one with loops, is rendered in another thread, and
 * every request has the same budget: beyond it, it ends with an error, without blocking others.
 */
import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import { lruSet } from "#src/lib/lru.ts";
import { type Budget, BudgetExceeded, Thread } from "#src/platform/thread.ts";
import { ContentError } from "../merge-tags/merge-tags.ts";
import type { Content, Finding } from "../rules.ts";
import { cachePrepared, type Recipient } from "./content.ts";
import { type Numbered, renderTasks, type Timed, timed } from "./render-tasks.ts";
import type { Answer, ThreadTasks } from "./render-thread.ts";

export { type Recipient, renderPage } from "./content.ts";

/** Ten times the needs of the largest e-mail written in good faith. */
export const RENDER_BUDGET: Budget = { msMax: 5000, heapMbMax: 256 };
/** Each campaign has a few connections, so only few of its e-mails wait. */
const WAITING = { waitingMax: Number.POSITIVE_INFINITY, waitingPerAccountMax: Number.POSITIVE_INFINITY };

/** Even the worst input of this size is done in a tenth of a second, measured as JSON. */
export const LIGHT_CHARS_MAX = 10_000;
/** Parsing a merge tag takes as long as a thousand letters. */
const LIGHT_TAGS_MAX = 100;
const TAG = /\{[{%]/g;
/** Tags that generate much from little. The braces may contain any white space, which JSON escapes. */
const LOOPS = /\{%[^%]*?(?:for|assign|capture)/;

const TOO_SLOW: Finding = {
  severity: "stop",
  where: "html",
  message: "This e-mail takes too long to put together. Make it smaller.",
};

function isLight(given: unknown): boolean {
  const text = JSON.stringify(given);
  if (text.length > LIGHT_CHARS_MAX || LOOPS.test(text)) return false;
  return (text.match(TAG)?.length ?? 0) <= LIGHT_TAGS_MAX;
}

type Tasks = typeof renderTasks;
type Task = keyof Tasks;
type Made<T extends Task> = ReturnType<Tasks[T]>;

/** Often repeated, also in transactions, which mustn't wait for another thread. */
const KEPT: readonly Task[] = ["markdown", "blocks", "body", "check"];
const KEPT_MAX = 8;

export class Renderer {
  readonly #thread: Thread<ThreadTasks>;
  /** A separate thread, so that campaigns don't wait for previews. */
  readonly #many: Thread<ThreadTasks>;
  readonly #kept = new Map<string, Promise<unknown>>();
  readonly #numbers = new WeakMap<Content, number>();
  #numbered = 0;
  /** True if rendering for each recipient is fast enough here, by template. */
  readonly #isQuick = new WeakMap<Content, Promise<boolean>>();

  constructor(budget = RENDER_BUDGET) {
    this.#thread = new Thread("render-thread", import.meta.url, budget);
    this.#many = new Thread("render-thread", import.meta.url, { ...budget, waiting: WAITING });
  }

  /** Runs a task. Throws `ContentError` for an author's error, and for work beyond the budget. */
  async run<T extends Task>(account: string, task: T, ...given: Parameters<Tasks[T]>): Promise<Made<T>> {
    if (isLight(given)) return (renderTasks[task] as (...given: unknown[]) => Made<T>)(...given);
    if (!KEPT.includes(task)) return this.#away(this.#thread, account, [task, ...given]);
    const key = createHash("sha256")
      .update(serialize([task, given]))
      .digest("base64");
    const made = (this.#kept.get(key) ?? this.#away(this.#thread, account, [task, ...given])) as Promise<
      Made<T>
    >;
    lruSet(this.#kept, [key, made], KEPT_MAX);
    made.catch(() => this.#kept.delete(key));
    return made;
  }

  async #away<T extends Task>(
    thread: Thread<ThreadTasks>,
    account: string,
    [task, ...given]: [T, ...Parameters<Tasks[T]>],
  ): Promise<Made<T>> {
    try {
      const answer = (await thread.run(account, task, ...(given as never))) as Answer<Made<T>>;
      if ("finding" in answer) throw new ContentError(answer.finding);
      return answer.made;
    } catch (error) {
      throw error instanceof BudgetExceeded ? new ContentError(TOO_SLOW) : error;
    }
  }

  check(account: string, content: Content, fields: readonly string[]): Promise<Finding[]> {
    return this.run(account, "check", content, fields).catch(asFindings);
  }

  /** Renders the e-mail of one of many recipients. Pass the same object for all of them. */
  async forMany(account: string, content: Content, recipient: Recipient): Promise<Timed> {
    const known = this.#isQuick.get(content) ?? this.#prepare(account, content);
    this.#isQuick.set(content, known);
    known.catch(() => this.#isQuick.delete(content));
    if (await known) return timed(content, recipient);
    return this.#away(this.#many, account, ["forMany", this.numbered(content), recipient]);
  }

  async #prepare(account: string, content: Content): Promise<boolean> {
    if (isLight(content)) return true;
    const prepared = await this.#away(this.#many, account, ["prepare", this.numbered(content)]);
    if (prepared.isSame) cachePrepared(content, prepared);
    return prepared.isSame;
  }

  /** Gives it a number, so that the thread's cache works, too. */
  numbered(content: Content): Numbered {
    const id = this.#numbers.get(content) ?? ++this.#numbered;
    this.#numbers.set(content, id);
    return { id, content };
  }

  async end(): Promise<void> {
    await Promise.all([this.#thread.end(), this.#many.end()]);
  }
}

export const renderer = new Renderer();

export function asFindings(error: unknown): Finding[] {
  if (error instanceof ContentError) return [error.finding];
  throw error;
}
