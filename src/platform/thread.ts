/*
 * Runs CPU-heavy work away from the main thread. Accounts take turns. Work that takes too long, or too much
 * memory, is ended along with its thread. The thread starts with the first work and ends after the last.
 */
import { parentPort, Worker } from "node:worker_threads";
import { Failure } from "#src/lib/errors.ts";
import { FairQueue, QueueFull } from "#src/lib/fair-queue.ts";

/** Thrown when work has been ended because it took too long or too much memory. */
export class BudgetExceeded extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: what a task takes is its own affair
type Tasks = Record<string, (...given: any[]) => unknown>;

interface Asked {
  task: string;
  given: unknown[];
}
/** `error` is a copy that keeps only text. */
type Told = { value: unknown } | { error: unknown };

export interface Budget {
  /** CPU time. On a busy machine it may take ten times as long. */
  msMax: number;
  heapMbMax: number;
  /** For work with few callers anyway. */
  waiting?: { waitingMax: number; waitingPerAccountMax: number };
}

/** The time until an idle thread ends. A thread takes some 30 MB, and a quarter of a second to start. */
const IDLE_MS = 30_000;
/** An account with this much work waiting has requested more than anyone looks at. */
const WAITING = { waitingMax: 200, waitingPerAccountMax: 20 };
const RETRY_SECONDS = 10;

export class Thread<Does extends Tasks> {
  readonly #program: URL;
  readonly #budget: Budget;
  readonly #queue: FairQueue;
  #worker: Promise<Worker> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** The program is in a file of that name next to `from`. Compiled, it's next to the compiled caller. */
  constructor(name: string, from: string, budget: Budget) {
    this.#program = new URL(`./${name}${from.endsWith(".ts") ? ".ts" : ".js"}`, from);
    this.#budget = budget;
    this.#queue = new FairQueue({ workers: 1, ...(budget.waiting ?? WAITING) });
  }

  async run<Task extends keyof Does & string>(
    account: string,
    task: Task,
    ...given: Parameters<Does[Task]>
  ): Promise<Awaited<ReturnType<Does[Task]>>> {
    try {
      return (await this.#queue.run(account, () => this.#ask({ task, given }))) as never;
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      const message = "That’s a lot at once. Try again in a moment.";
      throw new Failure("TOO_MANY_REQUESTS", { status: 429, message }, { retry_after_s: RETRY_SECONDS });
    }
  }

  async #ask(asked: Asked): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    const answer = Promise.withResolvers<Told>();
    const ended = (error: unknown) => answer.reject(wasTooMuch(error) ? new BudgetExceeded() : error);
    const overrun = watchOverrun(worker, this.#budget.msMax, () => answer.reject(new BudgetExceeded()));
    worker.once("message", answer.resolve).once("error", ended).once("exit", ended);
    // An idle thread must not keep the process alive, but a busy one must.
    worker.ref();
    try {
      worker.postMessage(asked);
      const told = await answer.promise;
      if ("error" in told) throw told.error;
      return told.value;
    } catch (error) {
      if (error instanceof BudgetExceeded) await this.end();
      throw error;
    } finally {
      overrun.end();
      worker.off("message", answer.resolve).off("error", ended).off("exit", ended);
      worker.unref();
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    }
  }

  /** Loading the program isn't the work's fault, so it doesn't count toward its time. */
  async #start(): Promise<Worker> {
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: this.#budget.heapMbMax },
    });
    const ready = Promise.withResolvers<unknown>();
    worker.once("message", ready.resolve).once("error", ready.reject);
    try {
      await ready.promise;
      // Without a listener, an error in the thread would end the process.
      return worker.off("error", ready.reject).on("error", () => void this.end());
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
  }

  async end(): Promise<void> {
    const ending = this.#worker;
    this.#worker = undefined;
    const worker = await ending?.catch(() => undefined);
    await worker?.terminate();
  }
}

const CLOCK_FACTOR = 10;

/** Calls `onOverrun` once a thread has used more CPU time than allowed. Waiting for the CPU doesn't count. */
function watchOverrun(worker: Worker, msMax: number, onOverrun: () => void): { end: () => void } {
  const deadline = performance.now() + CLOCK_FACTOR * msMax;
  const before = worker.cpuUsage().catch(() => undefined);
  const look = async () => {
    const used = await worker.cpuUsage(await before).catch(() => ({ user: 0, system: 0 }));
    const msLeft = Math.ceil(msMax - (used.user + used.system) / 1000);
    if (msLeft <= 0 || performance.now() >= deadline) onOverrun();
    else if (!isOver) timer = setTimeout(look, msLeft);
  };
  let isOver = false;
  let timer = setTimeout(look, msMax);
  const end = () => {
    isOver = true;
    clearTimeout(timer);
  };
  return { end };
}

/** A thread that ends on its own reports an exit code. */
const wasTooMuch = (error: unknown) =>
  typeof error === "number" || (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

/** Runs the tasks that the main thread requests, inside the thread's program. */
export function serveTasks(tasks: Tasks): void {
  parentPort?.on("message", async ({ task, given }: Asked) => {
    try {
      parentPort?.postMessage({ value: await tasks[task]?.(...given) });
    } catch (error) {
      parentPort?.postMessage({ error });
    }
  });
  parentPort?.postMessage("ready");
}
