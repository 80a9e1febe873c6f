import { describe, expect, it } from "vitest";
import { type Network, postWithRetry } from "./beacon.ts";
import { type ClickEvent, clickQueue } from "./click-queue.ts";
import { idOfBytes, sessionId } from "./visitor.ts";

interface Sent {
  path: string;
  events: ClickEvent[];
}

/** A network that gives canned answers, and a clock that moves on demand. */
function networkOf(answers: (number | "offline")[] = []) {
  const sent: Sent[] = [];
  const beacons: Promise<ClickEvent[]>[] = [];
  const waits: number[] = [];
  let due: (() => void)[] = [];
  const network: Network = {
    fetch: (path, init) => {
      sent.push({ path, events: JSON.parse(String(init.body)).events });
      const answer = answers.shift() ?? 202;
      return answer === "offline"
        ? Promise.reject(new TypeError())
        : Promise.resolve(new Response(null, { status: answer }));
    },
    beacon: (_path, body) => {
      beacons.push(body.text().then((text) => JSON.parse(text).events));
      return true;
    },
    wait: (ms) => {
      waits.push(ms);
      return new Promise((resolve) => due.push(resolve));
    },
  };
  /** Lets pending work continue until the answers have arrived. */
  const pass = async () => {
    const now = due;
    due = [];
    for (const go of now) go();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { network, sent, beacons, waits, pass };
}

const click = (id: string, link_id: string): ClickEvent => ({ id, link_id, session_id: "s" });
const ids = (events: ClickEvent[] | undefined) => events?.map((event) => event.id);

describe("the click queue", () => {
  it("§9 sends one batch after the last click, each link and session once", async () => {
    const { network, sent, pass, waits } = networkOf();
    const queue = clickQueue(network);
    for (const event of [click("1", "a"), click("2", "b"), click("3", "a")]) queue.add(event);
    expect(sent).toEqual([]);
    await pass();
    expect(sent.map((one) => one.path)).toEqual(["/api/v1/clicks"]);
    expect(ids(sent[0]?.events)).toEqual(["1", "2"]);
    expect(waits).toEqual([1000, 1000, 1000]);
  });

  it("counts the same link again in a later batch", async () => {
    const { network, sent, pass } = networkOf();
    const queue = clickQueue(network);
    queue.add(click("1", "a"));
    await pass();
    queue.add(click("2", "a"));
    await pass();
    expect(sent.map((one) => ids(one.events))).toEqual([["1"], ["2"]]);
  });

  it("§7 tries three times with waits of 1 s then 2 s, with the same event ids", async () => {
    const { network, sent, pass, waits } = networkOf(["offline", 503, 202]);
    clickQueue(network).add(click("1", "a"));
    for (let round = 0; round < 4; round++) await pass();
    expect(sent.map((one) => ids(one.events))).toEqual([["1"], ["1"], ["1"]]);
    expect(waits).toEqual([1000, 1000, 2000]);
  });

  it("doesn't insist when the server refuses, but does when it's busy", async () => {
    const refused = networkOf([400]);
    expect(await postWithRetry(refused.network, "/clicks", { events: [] })).toBe(true);
    const busy = networkOf([429]);
    const delivery = postWithRetry(busy.network, "/clicks", { events: [] });
    await busy.pass();
    await busy.pass();
    expect(await delivery).toBe(true);
    expect(busy.sent).toHaveLength(2);
  });

  it("§9 sends what's left when the visitor leaves, including clicks waiting for another attempt", async () => {
    const { network, sent, beacons, pass } = networkOf(["offline"]);
    const queue = clickQueue(network);
    queue.add(click("1", "a"));
    await pass();
    queue.add(click("2", "b"));
    queue.leave();
    queue.leave();
    expect(sent).toHaveLength(1);
    expect((await Promise.all(beacons)).map(ids)).toEqual([["1", "2"]]);
  });

  it("counts a double tap on a link that opens an app once, although it’s sent at once", async () => {
    const { network, sent, beacons, pass } = networkOf();
    const queue = clickQueue(network);
    for (const id of ["1", "2"]) {
      queue.add(click(id, "a"));
      queue.leave();
    }
    expect((await Promise.all(beacons)).map(ids)).toEqual([["1"]]);
    await pass();
    queue.add(click("3", "a"));
    await pass();
    expect(sent.map((one) => ids(one.events))).toEqual([["3"]]);
  });

  it("keeps clicks that no request got through with until the visitor leaves", async () => {
    const { network, beacons, pass } = networkOf([500, 500, 500]);
    const queue = clickQueue(network);
    queue.add(click("1", "a"));
    for (let round = 0; round < 4; round++) await pass();
    queue.leave();
    expect((await Promise.all(beacons)).map(ids)).toEqual([["1"]]);
  });
});

describe("the visitor's ids", () => {
  it("are UUIDs version 4, even where the browser can't create one", () => {
    expect(idOfBytes(new Uint8Array(16).fill(255))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });

  it("last for the session, or for the page where the browser's storage throws", () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    };
    const first = sessionId(() => storage as unknown as Storage);
    expect(sessionId(() => storage as unknown as Storage)).toBe(first);
    const none = () => {
      throw new Error("SecurityError");
    };
    expect(sessionId(none)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
