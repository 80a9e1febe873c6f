import { describe, expect, it } from "vitest";
import { FairQueue, TooManyOfYours } from "./fair-queue.ts";
import { TooManyWaiting } from "./turns.ts";

/** Work that ends when it is told to, and a list of what has begun. */
function bench(room: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(room);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    take: (account: string, name: string) =>
      queue.take(account, () => {
        begun.push(name);
        return new Promise<string>((resolve) => void ends.set(name, () => resolve(name)));
      }),
    async end(name: string) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("a fair queue", () => {
  it("serves accounts in turn, however much one of them brings", async () => {
    const { begun, take, end } = bench({ workers: 1, waitingMax: 10, waitingPerAccountMax: 10 });
    const all = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => take(name.charAt(0), name));
    for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) await end(name);
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "c1", "b2"]);
  });

  it("works side by side, and never more than it may", async () => {
    const { begun, take, end } = bench({ workers: 2, waitingMax: 10, waitingPerAccountMax: 10 });
    const all = ["a1", "a2", "a3"].map((name) => take("a", name));
    expect(begun).toEqual(["a1", "a2"]);
    await end("a2");
    expect(begun).toEqual(["a1", "a2", "a3"]);
    await end("a1");
    await end("a3");
    await Promise.all(all);
  });

  it("refuses what finds no room: first the account's own, then everybody's", async () => {
    const { take, end } = bench({ workers: 1, waitingMax: 3, waitingPerAccountMax: 2 });
    const all = ["a1", "a2", "a3"].map((name) => take("a", name));
    await expect(take("a", "a4")).rejects.toThrow(TooManyOfYours);
    all.push(take("b", "b1"));
    await expect(take("c", "c1")).rejects.toThrow(TooManyWaiting);
    await expect(take("c", "c1")).rejects.not.toThrow(TooManyOfYours);
    for (const name of ["a1", "a2", "b1", "a3"]) await end(name);
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it("goes on after work that failed", async () => {
    const queue = new FairQueue({ workers: 1, waitingMax: 1, waitingPerAccountMax: 1 });
    await expect(queue.take("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.take("a", async () => "done")).toBe("done");
  });
});
