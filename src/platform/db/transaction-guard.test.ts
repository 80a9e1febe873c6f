import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { openFreshDatabase } from "#test/harness/database.ts";
import type { Platform } from "../context.ts";
import { fetchGoogle } from "../gmail.ts";
import { openMail } from "../mail/mail.ts";
import { openStripe } from "../stripe.ts";
import { IDLE_MS_MAX, rowsOf, STATEMENT_MS_MAX } from "./database.ts";
import { withIdleTimeout } from "./pglite.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());

const NOWHERE = "http://127.0.0.1:9/";
const ANSWER = { headers: {}, body: "", bytesKept: 1, milliseconds: 1000 };
const MESSAGE = { id: "1", at: "2027-01-01T00:00:00Z", to: "a@b.example", subject: "", text: "", html: "" };

async function askStripe(): Promise<unknown> {
  const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_API_URL: NOWHERE };
  const stripe = await openStripe(keys);
  return stripe?.client.balance.retrieve({}, { maxNetworkRetries: 0 });
}

function sendMail({ settings: _ }: Platform): Promise<unknown> {
  const url = "smtp://127.0.0.1:9";
  const mail = openMail({ smtpUrl: url, from: () => "a@b.example", folder: "", publicUrl: NOWHERE });
  return mail.send(MESSAGE);
}

describe("while a transaction is open, no other host can be asked", () => {
  it.each<[string, (ctx: Platform) => Promise<unknown>]>([
    ["for a file", ({ outbound }) => outbound.fetchBytes(NOWHERE, { ...ANSWER, bytesMax: 1, accept: "*/*" })],
    ["by a POST", ({ outbound }) => outbound.post(NOWHERE, ANSWER)],
    [
      "by SMTP or IMAP",
      ({ outbound }) => outbound.connect({ host: "a.example", port: 9, milliseconds: 1000 }),
    ],
    ["for its DNS records", ({ dns }) => dns.inquire(1000).find("a.example", "MX")],
    ["to send our own e-mail", sendMail],
    ["about payments", askStripe],
    ["at Google", () => fetchGoogle(NOWHERE, {})],
  ])("%s", async (_, ask) => {
    const asked = app.platform.write((ctx) => ask(ctx).then(String, (error: Error) => causesOf(error)));
    expect(await asked).toContain("A transaction is open");
    await expect(ask(app.platform).then(String, causesOf)).resolves.not.toContain("A transaction is open");
  });
});

function causesOf(error: unknown): string {
  const { message, cause, detail } = Object(error);
  return [message, ...(cause ? [causesOf(cause)] : []), ...(detail ? [causesOf(detail)] : [])].join(" ");
}

describe("a transaction that does nothing", () => {
  it("is ended by PostgreSQL, and so is a statement without an end", async () => {
    const { kind, orm, close } = await openFreshDatabase();
    const read = async (name: string) =>
      (
        await rowsOf<{ ms: number }>(
          orm,
          sql`select setting::int as ms from pg_settings where name = ${name}`,
        )
      )[0]?.ms;
    if (kind === "postgres") {
      expect(await read("idle_in_transaction_session_timeout")).toBe(IDLE_MS_MAX);
      expect(await read("statement_timeout")).toBe(STATEMENT_MS_MAX);
    }
    await close();
  });

  it("is undone on the embedded database, where everyone waits for it", async () => {
    vi.useFakeTimers();
    const query = vi.fn(async () => ({ rows: [] }));
    const begun = withIdleTimeout(
      { query } as never,
      async (open) => {
        for (let n = 0; n < 3; n++) {
          vi.advanceTimersByTime(900);
          await open.query("select 1");
        }
        await new Promise(() => undefined);
      },
      1000,
    );
    const ended = expect(begun).rejects.toThrow("did nothing for 1000 ms");
    await vi.advanceTimersByTimeAsync(1001);
    vi.useRealTimers();
    await ended;
    expect(query).toHaveBeenCalledTimes(3);
  });
});
