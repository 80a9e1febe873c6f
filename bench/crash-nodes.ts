import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, Client } from "#test/harness/client.ts";
import { type NodeProcess, type NodeSettings, startNode } from "#test/nodes/node-process.ts";

const AGAIN_MS = 50;
const ANSWERED_MS_MAX = 300_000;

/** The nodes of one instance, which are killed in turn, and somebody who calls whichever of them runs. */
export class CrowdOfNodes {
  cookie = "";
  readonly #settings: NodeSettings;
  readonly #nodes: (NodeProcess | undefined)[];
  #calls = 0;

  constructor(settings: NodeSettings, count: number) {
    this.#settings = settings;
    this.#nodes = Array.from({ length: count }, () => undefined);
  }

  /** One after the other, because the first one creates the tables. */
  async start(): Promise<void> {
    for (const at of this.#nodes.keys()) this.#nodes[at] ??= await startNode(this.#settings);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const nodes = this.#nodes.splice(0, this.#nodes.length, ...this.#nodes.map(() => undefined));
    await Promise.all(nodes.map((node) => node?.end(signal)));
  }

  /** Kills the one whose turn it is, and starts it again. */
  async kill(turn: number): Promise<void> {
    const at = turn % this.#nodes.length;
    const node = this.#nodes[at];
    this.#nodes[at] = undefined;
    await node?.end("SIGKILL");
    this.#nodes[at] = await startNode(this.#settings);
  }

  /** One that runs, each in its turn. Empty if none does. */
  get url(): string {
    const running = this.#nodes.flatMap((node) => node ?? []);
    return running[this.#calls++ % running.length]?.url ?? "";
  }

  /** Calls until somebody answers, each time from another address. */
  async call(method: string, path: string, body: object): Promise<Answer> {
    const until = performance.now() + ANSWERED_MS_MAX;
    const headers = { cookie: this.cookie, "x-forwarded-for": `81.2.${randomInt(250)}.${randomInt(250)}` };
    for (;;) {
      const { url } = this;
      const answer =
        url === ""
          ? undefined
          : await new Client(url).call(method, `/api/v1${path}`, body, headers).catch(() => undefined);
      if (answer && answer.status < 500) return answer;
      if (performance.now() > until) throw new Error(`${path} wasn't answered: ${answer?.status}.`);
      await wait(AGAIN_MS);
    }
  }
}
