import { describe, expect, it } from "vitest";
import { fetchVisit } from "./visit.ts";

const WAY = { blocked: false, redirectUrl: "https://a.example/", variant: "a" };

/**
 * A server with canned answers, a clock that moves on demand, and a visitor who may or may not be looking.
 */
function visitOf(answers: (number | "offline")[]) {
  const asked: string[] = [];
  let due: (() => void)[] = [];
  let time = 0;
  let unseen: (() => void)[] | undefined;
  const visits = fetchVisit({
    network: {
      fetch: (path) => {
        asked.push(path);
        const answer = answers.shift() ?? 200;
        return answer === "offline"
          ? Promise.reject(new TypeError())
          : Promise.resolve(Response.json({ ways: { l1: WAY } }, { status: answer }));
      },
      beacon: () => false,
      wait: () => new Promise((resolve) => due.push(resolve)),
    },
    profile_id: "p1",
    whenSeen: (action) => (unseen ? unseen.push(action) : action()),
    now: () => time,
  });
  const pass = async (ms: number) => {
    time += ms;
    const now = due;
    due = [];
    for (const go of now) go();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const look = async () => {
    const actions = unseen ?? [];
    unseen = undefined;
    for (const action of actions) action();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    visits,
    asked,
    pass,
    look,
    lookAway: () => {
      unseen = [];
    },
  };
}

const MINUTES = 60_000;

describe("what a page asks about its visitor", () => {
  it("is asked before the first click", async () => {
    const { visits, asked } = visitOf([]);
    expect(asked).toEqual(["/api/v1/pages/p1/visit"]);
    expect(visits.wayOf("l1")).toBeUndefined();
    expect((await visits.first)?.ways).toEqual({ l1: WAY });
    expect(visits.wayOf("l1")).toEqual(WAY);
    expect(visits.wayOf("other")).toBeUndefined();
  });

  it("is asked again after 5 minutes, but not while nobody's looking, and old verdicts aren't trusted", async () => {
    const { visits, asked, pass, look, lookAway } = visitOf([]);
    await visits.first;
    await pass(5 * MINUTES);
    expect(asked).toHaveLength(2);
    lookAway();
    await pass(5 * MINUTES);
    expect(asked).toHaveLength(2);
    await pass(1 * MINUTES);
    expect(visits.wayOf("l1")).toBeUndefined();
    await look();
    expect(asked).toHaveLength(3);
    expect(visits.wayOf("l1")).toEqual(WAY);
  });

  it("leaves the decision to the server when the question fails, and asks again later", async () => {
    const { visits, pass } = visitOf(["offline", 503, 200]);
    expect(await visits.first).toBeUndefined();
    await pass(5 * MINUTES);
    expect(visits.wayOf("l1")).toBeUndefined();
    await pass(5 * MINUTES);
    expect(visits.wayOf("l1")).toEqual(WAY);
  });
});
