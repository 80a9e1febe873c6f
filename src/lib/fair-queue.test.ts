import { describe, expect, it } from "vitest";
import { FairQueue, QueueFull, TenantQueueFull } from "./fair-queue.ts";

/** Work that finishes when told to, and a list of the work that has started. */
function bench(room: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(room);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    take: (account: string, name: string) =>
      queue.run(account, () => {
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
  it("serves accounts in turn, no matter how much work one of them brings", async () => {
    const { begun, take, end } = bench({ workers: 1, waitingMax: 10, waitingPerAccountMax: 10 });
    const all = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => take(name.charAt(0), name));
    for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) await end(name);
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "c1", "b2"]);
  });

  it("works in parallel, up to its limit", async () => {
    const { begun, take, end } = bench({ workers: 2, waitingMax: 10, waitingPerAccountMax: 10 });
    const all = ["a1", "a2", "a3"].map((name) => take("a", name));
    expect(begun).toEqual(["a1", "a2"]);
    await end("a2");
    expect(begun).toEqual(["a1", "a2", "a3"]);
    await end("a1");
    await end("a3");
    await Promise.all(all);
  });

  it("refuses work when full: first for the account, then for everyone", async () => {
    const { take, end } = bench({ workers: 1, waitingMax: 3, waitingPerAccountMax: 2 });
    const all = ["a1", "a2", "a3"].map((name) => take("a", name));
    await expect(take("a", "a4")).rejects.toThrow(TenantQueueFull);
    all.push(take("b", "b1"));
    await expect(take("c", "c1")).rejects.toThrow(QueueFull);
    await expect(take("c", "c1")).rejects.not.toThrow(TenantQueueFull);
    for (const name of ["a1", "a2", "b1", "a3"]) await end(name);
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it("continues after failed work", async () => {
    const queue = new FairQueue({ workers: 1, waitingMax: 1, waitingPerAccountMax: 1 });
    await expect(queue.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run("a", async () => "done")).toBe("done");
  });
});
