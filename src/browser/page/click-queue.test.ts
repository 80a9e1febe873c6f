import { describe, expect, it } from "vitest";
import { type ClickEvent, clickQueue } from "./click-queue.ts";
import { deliver, type Wire } from "./delivery.ts";
import { idOfBytes, sessionId } from "./visitor.ts";

interface Sent {
  path: string;
  events: ClickEvent[];
}

/** A network that answers what it is told, and a clock that moves when it is told. */
function wireOf(answers: (number | "offline")[] = []) {
  const sent: Sent[] = [];
  const beacons: Promise<ClickEvent[]>[] = [];
  const waits: number[] = [];
  let due: (() => void)[] = [];
  const wire: Wire = {
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
  /** Lets everything that waits go on, and the answers arrive. */
  const pass = async () => {
    const now = due;
    due = [];
    for (const go of now) go();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { wire, sent, beacons, waits, pass };
}

const click = (id: string, link_id: string): ClickEvent => ({ id, link_id, session_id: "s" });
const ids = (events: ClickEvent[] | undefined) => events?.map((event) => event.id);

describe("the queue of clicks", () => {
  it("§9 sends one batch after the last click, each link and session once", async () => {
    const { wire, sent, pass, waits } = wireOf();
    const queue = clickQueue(wire);
    for (const event of [click("1", "a"), click("2", "b"), click("3", "a")]) queue.add(event);
    expect(sent).toEqual([]);
    await pass();
    expect(sent.map((one) => one.path)).toEqual(["/api/v1/clicks"]);
    expect(ids(sent[0]?.events)).toEqual(["1", "2"]);
    expect(waits).toEqual([1000, 1000, 1000]);
  });

  it("counts the same link again in a later batch", async () => {
    const { wire, sent, pass } = wireOf();
    const queue = clickQueue(wire);
    queue.add(click("1", "a"));
    await pass();
    queue.add(click("2", "a"));
    await pass();
    expect(sent.map((one) => ids(one.events))).toEqual([["1"], ["2"]]);
  });

  it("§7 tries three times with waits of 1 s then 2 s, with the same event ids", async () => {
    const { wire, sent, pass, waits } = wireOf(["offline", 503, 202]);
    clickQueue(wire).add(click("1", "a"));
    for (let round = 0; round < 4; round++) await pass();
    expect(sent.map((one) => ids(one.events))).toEqual([["1"], ["1"], ["1"]]);
    expect(waits).toEqual([1000, 1000, 2000]);
  });

  it("does not insist where the server refuses, but does where it is busy", async () => {
    const refused = wireOf([400]);
    expect(await deliver(refused.wire, "/x", {})).toBe(true);
    const busy = wireOf([429]);
    const delivery = deliver(busy.wire, "/x", {});
    await busy.pass();
    await busy.pass();
    expect(await delivery).toBe(true);
    expect(busy.sent).toHaveLength(2);
  });

  it("§9 hands over what is left when the page is left, also what waits for another attempt", async () => {
    const { wire, sent, beacons, pass } = wireOf(["offline"]);
    const queue = clickQueue(wire);
    queue.add(click("1", "a"));
    await pass();
    queue.add(click("2", "b"));
    queue.leave();
    queue.leave();
    expect(sent).toHaveLength(1);
    expect((await Promise.all(beacons)).map(ids)).toEqual([["1", "2"]]);
  });

  it("keeps clicks that nobody took for the moment when the page is left", async () => {
    const { wire, beacons, pass } = wireOf([500, 500, 500]);
    const queue = clickQueue(wire);
    queue.add(click("1", "a"));
    for (let round = 0; round < 4; round++) await pass();
    queue.leave();
    expect((await Promise.all(beacons)).map(ids)).toEqual([["1"]]);
  });
});

describe("the visitor's ids", () => {
  it("are UUIDs version 4, also where the browser makes none itself", () => {
    expect(idOfBytes(new Uint8Array(16).fill(255))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });

  it("hold for the session, and for the page where the browser's storage throws", () => {
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
