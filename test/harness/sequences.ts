import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { advanceDue } from "#src/features/email/sequences/steps.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "./app.ts";
import { HTML, startSender } from "./campaigns.ts";

export const WAIT = { timeout: 20_000 };

/** A step that sends an e-mail with this subject. */
export const send = (id: string, subject = id): Step =>
  ({ id, type: "send", mail: { mode: "html", subject, html: HTML } }) as Step;

export const wait = (id: string, amount: number, unit: "minutes" | "hours" | "days" = "days"): Step => ({
  id,
  type: "wait",
  wait: { kind: "for", amount, unit, time: null },
});

/** Somebody with a sending account, and short ways to do things with sequences. */
export async function startSequencer(app: TestApp, manners = {}) {
  const sender = await startSender(app, manners);
  const { owner, mailbox } = sender;
  const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    owner.api(method, `/sequences${path}`, body);
  const contactOf = async (name: string): Promise<string> => {
    const rows = await rowsOf<{ id: string }>(
      app.platform.db,
      sql`select id from contacts where user_id = ${owner.id} and email = ${`${name}@fans.example`}`,
    );
    return rows[0]?.id ?? "";
  };
  return {
    ...sender,
    call,
    contactOf,
    /** Adds a sequence and publishes it. */
    publish: async (draft: object): Promise<string> => {
      const made = await call("POST", "", { name: "Welcome", draft: { mailbox_id: mailbox.id, ...draft } });
      const { status, body } = await call("POST", `/${made.body.id}/publish`, {});
      if (status !== 200) throw new Error(JSON.stringify(body));
      return made.body.id;
    },
    enroll: async (id: string, name: string) =>
      call("POST", `/${id}/enrollments`, { contact_id: await contactOf(name) }),
    /** Where somebody is: the state, and the step or the reason. */
    placeOf: async (id: string, name: string): Promise<string> => {
      const contact = await contactOf(name);
      const rows = await rowsOf<{ place: string }>(
        app.platform.db,
        sql`select state || coalesce(' ' || coalesce(reason, step_id), '') as place from enrollments
          where user_id = ${owner.id} and sequence_id = ${id} and contact_id = ${contact} order by entered_at desc limit 1`,
      );
      return rows[0]?.place ?? "outside";
    },
    /** Lets time pass, and does what every minute does. */
    pass: async (ms: number): Promise<void> => {
      app.clock.advance(ms);
      await advanceDue(app.platform);
    },
    /** Waits until these people have got these e-mails, in any order: `nora welcome`. */
    arrived: (mails: readonly string[]) =>
      vi.waitFor(() => {
        const found = mailbox.server.received.map(
          ({ to, subject }) => `${[to].flat()[0]?.text.split("@")[0]} ${subject}`,
        );
        if (found.sort().join() !== [...mails].sort().join()) throw new Error(`Arrived: ${found.join()}`);
      }, WAIT),
  };
}

export type Sequencer = Awaited<ReturnType<typeof startSequencer>>;
