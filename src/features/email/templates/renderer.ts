/*
 * The one door to everything that puts e-mail together. What's large, or loops, is done in a thread of its own, and
 * whatever is asked for has the same budget: then it ends with a sentence, and others were served meanwhile.
 */
import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import { lruSet } from "#src/lib/lru.ts";
import { type Budget, BudgetExceeded, Thread } from "#src/platform/thread.ts";
import { ContentError } from "./liquid.ts";
import { cachePrepared, type Recipient } from "./render.ts";
import { type Numbered, renderTasks, type Timed, timed } from "./render-tasks.ts";
import type { Answer, ThreadTasks } from "./render-thread.ts";
import type { Content, Finding } from "./rules.ts";

/** Ten times what the largest e-mail takes that's written in good faith. */
export const RENDER_BUDGET: Budget = { msMax: 5000, heapMbMax: 256 };
/** Each campaign has a few connections, and no more of it wait. */
const WAITING = { waitingMax: Number.POSITIVE_INFINITY, waitingPerAccountMax: Number.POSITIVE_INFINITY };

/** Even the worst of that is done in a tenth of a second. Its JSON counts. */
export const LIGHT_CHARS_MAX = 10_000;
/** Reading a merge tag takes as long as a thousand letters. */
const LIGHT_TAGS_MAX = 100;
const TAG = /\{[{%]/g;
/** What makes much of little. Between the braces may be blanks of any kind, and in JSON most of them are escaped. */
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

/** What's often asked for again, in transactions too, which mustn't wait for another thread. */
const KEPT: readonly Task[] = ["markdown", "blocks", "check"];
const KEPT_MAX = 8;

export class Renderer {
  readonly #thread: Thread<ThreadTasks>;
  /** Campaigns don't wait for anyone's previews. */
  readonly #many: Thread<ThreadTasks>;
  readonly #kept = new Map<string, Promise<unknown>>();
  readonly #numbers = new WeakMap<Content, number>();
  #numbered = 0;
  /** Whether each recipient’s is quickly written here, by what's written. */
  readonly #isQuick = new WeakMap<Content, Promise<boolean>>();

  constructor(budget = RENDER_BUDGET) {
    this.#thread = new Thread("render-thread", import.meta.url, budget);
    this.#many = new Thread("render-thread", import.meta.url, { ...budget, waiting: WAITING });
  }

  /** Does a task. Throws `ContentError` for what its author got wrong, and for what goes beyond the budget. */
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

  /** Like `checkContent`. */
  check(account: string, content: Content, fields: readonly string[]): Promise<Finding[]> {
    return this.run(account, "check", content, fields).catch(asFindings);
  }

  /** The e-mail that one of many gets. Pass the same object for all of them. */
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

  /** So that the thread, too, knows what's the same. */
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

/** What's wrong with an e-mail that can't be put together. */
export function asFindings(error: unknown): Finding[] {
  if (error instanceof ContentError) return [error.finding];
  throw error;
}
