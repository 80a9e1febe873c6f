import { describe, expect, it } from "vitest";
import { TooManyWaiting, Turns } from "./turns.ts";

describe("turns", () => {
  it("do one piece of work after the other, also after one that failed", async () => {
    const turns = new Turns(10);
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === "b") throw new Error("b failed");
      return name;
    };
    const all = await Promise.allSettled(["a", "b", "c"].map((name) => turns.take(work(name))));
    expect(all.map((one) => one.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("refuse at once when too many wait, and take work again later", async () => {
    const turns = new Turns(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = [turns.take(() => promise), turns.take(async () => "second")];
    await expect(turns.take(async () => "third")).rejects.toBeInstanceOf(TooManyWaiting);
    resolve();
    await Promise.all(waiting);
    expect(await turns.take(async () => "fourth")).toBe("fourth");
  });
});
