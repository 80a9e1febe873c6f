/*
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): for a day, a POST repeated under its key
 * changes nothing and gets the same response. A key is reserved before its verb runs, which then writes as
 * usual: no transaction stays open around it. Each of its transactions records that something has changed, so
 * that after a killed process nothing happens twice. Responses that changed nothing aren't stored.
 */
import { hash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform, StaffCtx } from "../context.ts";
import type { Db } from "../db/database.ts";
import { type JobHandler, scheduled } from "../jobs/job-types.ts";
import { processLocal } from "../process-local.ts";
import {
  deleteExcessResponses,
  deleteStoredResponse,
  findStoredResponse,
  insertStoredResponse,
  purgeStoredResponses,
  type StoredResponse,
  updateStoredResponse,
} from "./idempotency-store.ts";

const KEY_CHARS_MAX = 255;
const KEPT_DAYS = 1;
const ANSWER_CHARS_MAX = 256 * 1024;
/** Limits per account. The oldest response bodies go first, and the rows themselves later. */
const OWNER_BOUNDS = { bytesMax: 4 * 1024 * 1024, rowsMax: 10_000 };
/** The keys of a killed process are free after this time. */
const LEASE_MS = 20_000;
const RENEWED_EVERY_MS = 5_000;
/** The longest wait for another process that has the key, a little longer than a lease. */
const WAIT_MS_MAX = 25_000;
const ASKED_EVERY_MS = 200;
const RETRY_AFTER_S = 5;

export const idempotencyJobs: JobHandler<Platform>[] = [
  scheduled("http.prune-answers", "41 * * * *", ({ db, now }: Platform) =>
    purgeStoredResponses(db, addDays(now(), -KEPT_DAYS)),
  ),
];

/** Only for known callers. Requests of visitors have their own ids, so that they count once. */
type Asker = Ctx | StaffCtx;

/** This process's requests in progress, by the id of their response. */
const underWay = processLocal(() => new Map<string, Promise<unknown>>());

export function hasIdempotencyKey({ method, headers }: Request): boolean {
  return method === "POST" && headers.has("idempotency-key");
}

/** Runs `answer` unless the key already has a response. `answer` must use the context it's given. */
export async function withIdempotency<C extends Asker>(
  ctx: C,
  request: Request,
  answer: (ctx: C) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get("idempotency-key") ?? "";
  if (key.trim() === "" || key.length > KEY_CHARS_MAX) throw refusal();
  const { owner, ids } = namesOf(ctx, key);
  const once = { id: ids[0] ?? "", ids, owner, asked: await digestsOf(ctx, request) };
  const others = underWay(ctx);
  // Two simultaneous requests get the same answer.
  while (others.has(once.id)) await others.get(once.id)?.catch(() => undefined);
  const own = answerFirst(ctx, once, answer);
  others.set(once.id, own);
  return own.finally(() => others.delete(once.id));
}

function refusal(): Failure {
  const message = `An Idempotency-Key has 1 to ${KEY_CHARS_MAX} characters.`;
  return new Failure("BAD_REQUEST", { status: 400, message });
}

/**
 * Includes digests under earlier secrets, so that a repeated request still gets its response after a
 * rotation.
 */
function namesOf(ctx: Asker, key: string): Pick<Once, "owner" | "ids"> {
  const { actor, vault } = ctx;
  const account = "account" in ctx ? ctx.account : "";
  const who = "person" in actor ? actorName(actor) : "id" in actor ? actor.id : actor.type;
  return {
    owner: vault.digests("http.idempotency", account || who)[0] ?? "",
    ids: vault.digests(`http.idempotency ${who} ${account}`, key),
  };
}

/** A staff key and its maker don't get each other's answers. */
const actorName = (actor: Extract<Asker["actor"], { person: object }>): string =>
  "key" in actor && actor.key ? actor.key.id : actor.person.id;

/** Covers everything the response depends on. A form's boundary is different each time. */
async function digestsOf({ vault }: Asker, request: Request): Promise<string[]> {
  const { pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.clone().arrayBuffer());
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get("content-type") ?? "")?.[1];
  const same =
    boundary === undefined ? body : Buffer.from(body.toString("latin1").replaceAll(boundary, ""), "latin1");
  return vault.digests("http.idempotency", `${pathname}${search}\n${hash("sha256", same)}`);
}

interface Once {
  /** The id to store it under, and those that it may already be stored under. */
  id: string;
  ids: string[];
  owner: string;
  asked: string[];
}

async function answerFirst<C extends Asker>(
  ctx: C,
  once: Once,
  answer: (ctx: C) => Promise<Response>,
): Promise<Response> {
  for (;;) {
    const claimed = await claim(ctx, once);
    if ("status" in claimed) return repeat(ctx, once, claimed);
    const attempt = new Attempt(ctx, claimed);
    const response = await attempt.run(answer);
    // Another process took over in the meantime, so nothing of this attempt counts.
    if (response) return response;
  }
}

/** Waits until the key is free or has a response. */
async function claim(ctx: Asker, once: Once): Promise<StoredResponse | Claimed> {
  const since = ctx.now().getTime();
  for (;;) {
    const now = ctx.now();
    const known = await findStoredResponse(ctx.db, once.ids);
    if (!known || known.created_at <= addDays(now, -KEPT_DAYS)) {
      if (known) await purgeStoredResponses(ctx.db, addDays(now, -KEPT_DAYS));
      const claimed = await insertClaim(ctx, once);
      if (claimed) return claimed;
    } else {
      if (!once.asked.includes(known.request)) throw failure(GENERAL_ERRORS, "IDEMPOTENCY_KEY_REUSED");
      if (known.leased_until === null) return known;
      if (known.leased_until <= now.toISOString()) {
        if (known.changed) return known;
        const claimed = await takeOver(ctx, known);
        if (claimed) return claimed;
      } else if (now.getTime() - since > WAIT_MS_MAX) throw inProgress();
      await wait(ASKED_EVERY_MS);
    }
  }
}

function inProgress(): Failure {
  return failure(GENERAL_ERRORS, "IDEMPOTENCY_KEY_IN_PROGRESS", { data: { retry_after_s: RETRY_AFTER_S } });
}

interface Claimed {
  id: string;
  attempt: string;
  owner: string;
}

async function insertClaim(ctx: Asker, { id, owner, asked }: Once): Promise<Claimed | undefined> {
  const attempt = randomUUID();
  const row: StoredResponse = {
    id,
    owner,
    request: asked[0] ?? "",
    attempt,
    leased_until: leaseFrom(ctx),
    changed: false,
    status: 0,
    type: "",
    body: "",
    created_at: ctx.now().toISOString(),
  };
  return (await insertStoredResponse(ctx.db, row)) ? { id, attempt, owner } : undefined;
}

/** Handles a key whose process was killed before it changed anything. */
async function takeOver(
  ctx: Asker,
  { id, attempt: old, owner }: StoredResponse,
): Promise<Claimed | undefined> {
  const attempt = randomUUID();
  const changes = { attempt, leased_until: leaseFrom(ctx) };
  const isOurs = await updateStoredResponse(ctx.db, { id, attempt: old ?? "" }, changes);
  return isOurs ? { id, attempt, owner } : undefined;
}

function leaseFrom({ now }: Asker): string {
  return new Date(now().getTime() + LEASE_MS).toISOString();
}

function repeat({ vault }: Asker, { asked }: Once, known: StoredResponse): Response {
  const { id, request, status, type, body } = known;
  if (!asked.includes(request)) throw failure(GENERAL_ERRORS, "IDEMPOTENCY_KEY_REUSED");
  if (body === "") throw failure(GENERAL_ERRORS, "IDEMPOTENCY_ANSWER_GONE");
  const text = vault.open(`http.idempotency ${id}`, body);
  if (text === undefined) throw failure(GENERAL_ERRORS, "IDEMPOTENCY_KEY_REUSED");
  return new Response(text, { status, headers: { "content-type": type, "idempotency-replayed": "true" } });
}

class LostLease extends Error {}

/** One run of a verb, by the process that has reserved the key. */
class Attempt<C extends Asker> {
  readonly #ctx: C;
  readonly #key: Claimed;
  #hasChanged = false;
  #isLost = false;

  constructor(ctx: C, key: Claimed) {
    this.#ctx = ctx;
    this.#key = key;
  }

  /** Undefined if another process took over. */
  async run(answer: (ctx: C) => Promise<Response>): Promise<Response | undefined> {
    const renewing = setInterval(() => this.#renew(), RENEWED_EVERY_MS).unref();
    try {
      const response = await answer(this.#verbCtx());
      if (this.#isLost) return undefined;
      await this.#keep(response);
      return response;
    } catch (error) {
      await this.#end({ status: 500 });
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  #renew(): void {
    updateStoredResponse(this.#ctx.db, this.#key, { leased_until: leaseFrom(this.#ctx) }).catch(
      () => undefined,
    );
  }

  /** Each transaction records that it has changed something, unless the key has been taken over by then. */
  #verbCtx(): C {
    const base = this.#ctx;
    const note = async (db: Db) => {
      this.#hasChanged = true;
      if (await updateStoredResponse(db, this.#key, { changed: true })) return;
      this.#isLost = true;
      throw new LostLease("Another process has this Idempotency-Key.");
    };
    return {
      ...base,
      db: watched(base.db, () => {
        this.#hasChanged = true;
      }),
      write<D extends Platform, T>(this: D, work: (ctx: D) => Promise<T>): Promise<T> {
        return base.write.call(this, async (within) => {
          const done = await work(within as D);
          await note(within.db);
          return done;
        }) as Promise<T>;
      },
    };
  }

  async #keep(response: Response): Promise<void> {
    if (!response.ok || !this.#hasChanged) return this.#end(response);
    // Files are generated while they're sent, so they can't be stored.
    const isFile = response.headers.has("content-disposition");
    const text = isFile ? "" : await response.clone().text();
    const body =
      text.length > ANSWER_CHARS_MAX || text === ""
        ? ""
        : this.#ctx.vault.seal(`http.idempotency ${this.#key.id}`, text);
    const type = response.headers.get("content-type") ?? "";
    await this.#settle(async ({ db }) => {
      await updateStoredResponse(db, this.#key, { status: response.status, type, body, leased_until: null });
      await deleteExcessResponses(db, this.#key.owner, OWNER_BOUNDS);
    });
  }

  /**
   * A request may be repeated after an error response or if it changed nothing, but not if it broke off
   * halfway.
   */
  #end({ status }: { status: number }): Promise<void> {
    return this.#settle(({ db }) =>
      status === 500 && this.#hasChanged
        ? updateStoredResponse(db, this.#key, { status, leased_until: null })
        : deleteStoredResponse(db, this.#key),
    );
  }

  /** The verb's changes are committed, so its response goes out whether or not it can be stored. */
  async #settle(work: (ctx: C) => Promise<unknown>): Promise<void> {
    await work(this.#ctx).catch((err: unknown) =>
      this.#ctx.log.error({ err }, "an answer couldn’t be kept under its Idempotency-Key"),
    );
  }
}

const CHANGES: readonly PropertyKey[] = ["insert", "update", "delete"];

/** Reports changes made by a single statement outside of a transaction. */
function watched(db: Db, onChange: () => void): Db {
  return new Proxy(db, {
    get(target, name) {
      if (CHANGES.includes(name)) onChange();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
