/*
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): for a day, a POST that's sent again under
 * its key changes nothing and gets the same answer. The answer is stored in the transaction of the change, so
 * a killed process leaves both or neither. Refusals change nothing and aren't stored.
 */
import { hash } from "node:crypto";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform, StaffCtx } from "../context.ts";
import { type JobHandler, scheduled } from "../jobs/job-types.ts";
import { perProcess } from "../per-process.ts";
import {
  deleteKeptAnswersBefore,
  findKeptAnswer,
  insertKeptAnswer,
  type KeptAnswer,
} from "./kept-answers.ts";

const KEY_CHARS_MAX = 255;
const KEPT_DAYS = 1;
/** Only POSTs that return files answer with more, and those change nothing. */
const ANSWER_CHARS_MAX = 256 * 1024;

export const idempotencyJobs: JobHandler<Platform>[] = [
  scheduled("http.prune-answers", "41 * * * *", ({ db, now }: Platform) =>
    deleteKeptAnswersBefore(db, addDays(now(), -KEPT_DAYS)),
  ),
];

/** Only for known callers. What visitors send has ids of its own, so that it counts once. */
type Asker = Ctx | StaffCtx;

/** This process's requests in progress, by the id of their answer. */
const underWay = perProcess(() => new Map<string, Promise<unknown>>());

/** Whether `request` is one to answer once. */
export function hasKey({ method, headers }: Request): boolean {
  return method === "POST" && headers.has("idempotency-key");
}

/** Answers `request`, unless its key already has an answer. `answer` works with the context it's given. */
export async function answerOnce<C extends Asker>(
  ctx: C,
  request: Request,
  answer: (ctx: C) => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get("idempotency-key") ?? "";
  if (key.trim() === "" || key.length > KEY_CHARS_MAX) throw refusal();
  const [id = "", ...earlier] = idsOf(ctx, key);
  const once = { id, ids: [id, ...earlier], asked: await digestsOf(ctx, request) };
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

/** With earlier secrets, too: whoever asks again after a new one still gets the answer. */
function idsOf(ctx: Asker, key: string): string[] {
  const { actor, vault } = ctx;
  const account = "account" in ctx ? ctx.account : "";
  const who = "person" in actor ? actor.person.id : "id" in actor ? actor.id : actor.type;
  return vault.digests(`http.idempotency ${who} ${account}`, key);
}

/** Covers everything the answer depends on. A form's boundary is different each time. */
async function digestsOf({ vault }: Asker, request: Request): Promise<string[]> {
  const { pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.clone().arrayBuffer());
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get("content-type") ?? "")?.[1];
  const same =
    boundary === undefined ? body : Buffer.from(body.toString("latin1").replaceAll(boundary, ""), "latin1");
  return vault.digests("http.idempotency", `${pathname}${search}\n${hash("sha256", same)}`);
}

interface Once {
  /** The one it's kept under, and those that it may be kept under. */
  id: string;
  ids: string[];
  asked: string[];
}

async function answerFirst<C extends Asker>(
  ctx: C,
  once: Once,
  answer: (ctx: C) => Promise<Response>,
): Promise<Response> {
  const oldest = addDays(ctx.now(), -KEPT_DAYS);
  const known = await findKeptAnswer(ctx.db, once.ids);
  if (known && known.created_at > oldest) return repeat(ctx, once, known);
  if (known) await deleteKeptAnswersBefore(ctx.db, oldest);
  const transaction = new OneTransaction(ctx);
  let response: Response;
  try {
    response = await answer(transaction.ctx);
    if (await transaction.end(await endingFor(ctx, once, response))) return response;
  } catch (error) {
    await transaction.end("undo");
    throw error;
  }
  // Another node may have been faster.
  const other = await findKeptAnswer(ctx.db, once.ids);
  return other ? repeat(ctx, once, other) : response;
}

type Ending = KeptAnswer | "undo" | "commit";

/** Refusals have changed nothing, and neither have requests for files, which are created as they're sent. */
async function endingFor({ vault, now }: Asker, { id, asked }: Once, response: Response): Promise<Ending> {
  if (!response.ok) return "undo";
  if (response.headers.has("content-disposition")) return "commit";
  const text = await response.clone().text();
  if (text.length > ANSWER_CHARS_MAX) throw new Error("An answer is too long to be kept.");
  const type = response.headers.get("content-type") ?? "";
  const body = vault.seal(`http.idempotency ${id}`, text);
  return {
    id,
    request: asked[0] ?? "",
    status: response.status,
    type,
    body,
    created_at: now().toISOString(),
  };
}

function repeat(
  { vault }: Asker,
  { asked }: Once,
  { id, request, status, type, body }: KeptAnswer,
): Response {
  if (!asked.includes(request)) throw failure(GENERAL_ERRORS, "IDEMPOTENCY_KEY_REUSED");
  const text = vault.open(`http.idempotency ${id}`, body);
  if (text === undefined) throw failure(GENERAL_ERRORS, "IDEMPOTENCY_KEY_REUSED");
  return new Response(text, { status, headers: { "content-type": type, "idempotency-replayed": "true" } });
}

class Undone extends Error {}

/**
 * One transaction for everything a verb writes. It begins with the first write, so that the verb can count
 * attempts and call other hosts before that, and stays open until there's an answer.
 */
class OneTransaction<C extends Asker> {
  readonly ctx: C;
  readonly #base: C;
  readonly #ending = Promise.withResolvers<Ending>();
  #begun: Promise<Platform> | undefined;
  #db: C["db"];
  #ended: Promise<boolean> | undefined;

  constructor(base: C) {
    this.#base = base;
    this.#db = base.db;
    const db = () => this.#db;
    const begin = () => this.#begin();
    this.ctx = {
      ...base,
      get db() {
        return db();
      },
      async write<D extends Platform, T>(this: D, work: (ctx: D) => Promise<T>): Promise<T> {
        const { db, announce, invalidate, enqueue, write } = await begin();
        const within: D = { ...this, db, announce, invalidate, enqueue, write };
        return within.write(work);
      },
    };
  }

  #begin(): Promise<Platform> {
    this.#begun ??= new Promise((resolve, reject) => {
      this.#ended = this.#base
        .write(async (within) => {
          this.#db = within.db;
          resolve(within);
          const ending = await this.#ending.promise;
          if (ending === "undo") throw new Undone();
          if (ending !== "commit" && !(await insertKeptAnswer(within.db, ending))) throw new Undone();
          return true;
        })
        .catch((error: unknown) => {
          if (error instanceof Undone) return false;
          reject(error);
          throw error;
        });
    });
    return this.#begun;
  }

  /** Ends it, storing the answer if there is one. False if nothing was written after all. */
  async end(ending: Ending): Promise<boolean> {
    if (typeof ending !== "string") await this.#begin();
    this.#ending.resolve(ending);
    return (await this.#ended) ?? ending === "commit";
  }
}
