import type { Platform } from "./context.ts";
import type { SignalType } from "./signals.ts";

/**
 * A verb that a worker runs at its start and whenever a signal comes. Signals may be missed, so it also has to be on a schedule and
 * find out by itself what there is to do.
 */
export interface SignalHandler {
  signal: SignalType<object>;
  run(platform: Platform): Promise<unknown>;
}

/** Gives what has just been committed the time to become a few instead of one. */
const GATHER_MS = 100;

/** Runs such verbs on this node, each once at a time. Signals during a run cause one more. */
export class SignalRunner {
  readonly #platform: Platform;
  readonly #handlers: readonly SignalHandler[];
  readonly #stopping = new AbortController();
  readonly #running = new Map<SignalHandler, { isAgain: boolean; done: Promise<void> }>();

  constructor(platform: Platform, handlers: readonly SignalHandler[]) {
    this.#handlers = handlers;
    this.#platform = { ...platform, abortSignal: this.#stopping.signal };
    for (const handler of handlers) platform.signals.on(handler.signal, () => this.#wake(handler));
    platform.signals.onGap(() => this.wakeAll());
  }

  /** For signals that nobody may have heard: at the start, and after a gap. */
  wakeAll(): void {
    for (const handler of this.#handlers) this.#wake(handler);
  }

  #wake(handler: SignalHandler): void {
    if (this.#stopping.signal.aborted) return;
    const running = this.#running.get(handler);
    if (running) running.isAgain = true;
    else this.#running.set(handler, { isAgain: false, done: this.#run(handler) });
  }

  async #run(handler: SignalHandler): Promise<void> {
    do {
      await this.#gather();
      const running = this.#running.get(handler);
      if (running) running.isAgain = false;
      try {
        if (!this.#stopping.signal.aborted) await handler.run(this.#platform);
      } catch (error) {
        this.#platform.log.error({ err: error, signal: handler.signal.name }, "a signal's work failed");
      }
    } while (this.#running.get(handler)?.isAgain && !this.#stopping.signal.aborted);
    this.#running.delete(handler);
  }

  #gather(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, GATHER_MS);
      this.#stopping.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        done();
      });
    });
  }

  /** Takes no more signals, and returns once nothing runs. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The process stops."));
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}
