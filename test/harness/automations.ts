import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import { listAccountsToSweep } from "#src/features/email/automations/inbox-store.ts";
import { sweepAutomations } from "#src/features/email/automations/sweep.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "./app.ts";
import { HTML, startSender } from "./campaigns.ts";

export const WAIT = { timeout: 20_000 };

/** An action that sends an e-mail with this subject. */
export const send = (id: string, subject = id): Action =>
  ({ id, type: "send", mail: { mode: "html", subject, html: HTML } }) as Action;

export const tag = (name: string, action: "add" | "remove" = "add"): Action => ({
  id: `${action}-${name}`,
  type: "tag",
  action,
  tag: name,
});

export const wait = (id: string, amount: number, unit: "minutes" | "hours" | "days" = "days"): Action => ({
  id,
  type: "wait",
  wait: { kind: "for", amount, unit, time: null },
});

export const onTag = (name: string, action: "added" | "removed" = "added") => ({
  type: "tag",
  action,
  tag: name,
});

/** Somebody with a sending account, and short ways to do things with rules. */
export async function startRuler(app: TestApp, manners = {}) {
  const sender = await startSender(app, manners);
  const { owner, mailbox } = sender;
  const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    owner.api(method, `/rules${path}`, body);
  const contactOf = async (name: string): Promise<string> => {
    const rows = await rowsOf<{ id: string }>(
      app.platform.db,
      sql`select id from contacts where user_id = ${owner.id} and email = ${`${name}@fans.example`}`,
    );
    return rows[0]?.id ?? "";
  };
  // The app's own worker may be at it, too.
  const settle = () =>
    vi.waitFor(async () => {
      await sweepAutomations(app.platform);
      // Runs that start while the question is on its way are due a moment later.
      const soon = new Date(app.clock.now().getTime() + 1000).toISOString();
      const left = await listAccountsToSweep(app.platform.db, soon);
      if (left.includes(owner.id)) throw new Error("There's something left to do.");
    }, WAIT);
  return {
    ...sender,
    call,
    contactOf,
    settle,
    /** Adds a rule and turns it on. */
    rule: async (draft: object, name = "Rule"): Promise<string> => {
      const made = await call("POST", "", { name, draft: { mailbox_id: mailbox.id, ...draft } });
      const { status, body } = await call("POST", `/${made.body.id}/enable`, {});
      if (status !== 200) throw new Error(JSON.stringify(body));
      return made.body.id;
    },
    /** Gives somebody a tag, or takes it, and waits for what rules do. */
    tag: async (name: string, tag: string, action: "add" | "remove" = "add"): Promise<void> => {
      const ids = [await contactOf(name)];
      const { status, body } = await owner.api("POST", "/contacts/tag", {
        selection: { ids },
        tag,
        action,
        dry_run: false,
        undo_id: app.platform.newId(),
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      await settle();
    },
    tagsOf: async (name: string): Promise<string[]> => {
      const rows = await rowsOf<{ tags: string[] }>(
        app.platform.db,
        sql`select tags from contacts where user_id = ${owner.id} and id = ${await contactOf(name)}`,
      );
      return [...(rows[0]?.tags ?? [])].sort();
    },
    /** A rule's runs in the order in which they came: the state, and why they were skipped. */
    runsOf: async (id: string): Promise<string[]> => {
      const rows = await rowsOf<{ place: string }>(
        app.platform.db,
        sql`select state || coalesce(' ' || skip_reason, '') as place from automation_runs
          where user_id = ${owner.id} and automation_id = ${id} order by created_at, event_at, id`,
      );
      return rows.map(({ place }) => place);
    },
    /** Lets time pass, and does what every minute does. */
    pass: async (ms: number): Promise<void> => {
      app.clock.advance(ms);
      await settle();
    },
    arrived: (mails: readonly string[]) =>
      vi.waitFor(() => {
        const found = mailbox.server.received.map(
          ({ to, subject }) => `${[to].flat()[0]?.text.split("@")[0]} ${subject}`,
        );
        if (found.sort().join() !== [...mails].sort().join()) throw new Error(`Arrived: ${found.join()}`);
      }, WAIT),
  };
}

export type Ruler = Awaited<ReturnType<typeof startRuler>>;
