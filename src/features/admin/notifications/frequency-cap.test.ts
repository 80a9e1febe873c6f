// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { claimInstanceMessage, purgeInstanceMessages } from "./frequency-cap.ts";

let app: TestApp;
let ada: string;
let bob: string;

beforeAll(async () => {
  app = await startApp();
  ada = (await app.signUp()).id;
  bob = (await app.signUp()).id;
});
afterAll(() => app?.close());

const claim = (key: string, more: object = {}) =>
  claimInstanceMessage(app.platform, { accounts: [ada, bob], key, ...more });

describe("how often the instance writes", () => {
  it("is three times a week, whoever writes, however many at once; urgent ones come anyway", async () => {
    expect(await claim("one", { accounts: [ada] })).toEqual([ada]);
    const answers = await Promise.all(["two", "three", "four"].map((key) => claim(key)));
    expect(answers.filter((ids) => ids.includes(ada))).toHaveLength(2);
    expect(answers.filter((ids) => ids.includes(bob))).toHaveLength(3);
    expect(await claim("five")).toEqual([]);
    expect(await claim("urgent", { isUrgent: true })).toEqual([ada, bob]);
    // A repeated job tells the same ones as before.
    expect(await claim("one")).toEqual([ada]);
    app.clock.advance(7 * DAY_MS);
    expect(await claim("next week")).toEqual([ada, bob]);
  });

  it("isn't counted if what sends it fails", async () => {
    app.clock.advance(7 * DAY_MS);
    const failing = app.platform.write(async (ctx) => {
      await claimInstanceMessage(ctx, { accounts: [ada], key: "undone" });
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    const { rows } = (await app.platform.db.execute(
      sql`select 1 from instance_messages where key = 'undone'`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([]);
  });

  it("is forgotten after 30 days", async () => {
    app.clock.advance(31 * DAY_MS);
    await purgeInstanceMessages(app.platform);
    const { rows } = (await app.platform.db.execute(sql`select 1 from instance_messages`)) as unknown as {
      rows: unknown[];
    };
    expect(rows).toEqual([]);
  });
});
