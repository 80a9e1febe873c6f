/* Lists of bad hosts: a file that staff upload, or an address that’s loaded every day. */
import * as z from "zod";
import { parseHost } from "#src/features/pages/links/targets/targets.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { HOUR_MS } from "#src/lib/time.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { SafeFetchFailure, type SafeFetchProblem } from "#src/platform/outbound/safe-fetch.ts";
import { type HostList, SIGNAL_ERRORS } from "../contract.ts";
import { hostListAdded, hostListRemoved, hostListUpdateAsked, hostListUpdated } from "../events.ts";
import { insertChecksOfHosts, listLinkedHosts } from "../examined-store.ts";
import { type HostSet, type ReadList, readHostList } from "./host-set.ts";
import {
  DOWNLOAD_BYTES_MAX,
  DOWNLOAD_MS,
  HOSTS_MAX,
  LISTS_MAX,
  UPDATE_HOURS,
  UPLOAD_BYTES_MAX,
} from "./list-rules.ts";
import {
  deleteList,
  findList,
  insertList,
  type ListRow,
  listDueLists,
  listListRows,
  updateList,
  upsertDigests,
} from "./list-store.ts";
import { loadLists } from "./loaded-lists.ts";

export { loadLists } from "./loaded-lists.ts";

const GONE = "Someone who’s gone";
const LINKED_HOSTS = 5000;

const ofList = z.object({ id: z.string() });
export const updateListJob: JobType<z.output<typeof ofList>> = {
  name: "signals.update-list",
  class: "bulk",
  retries: 2,
  data: ofList,
};

export async function listHostLists({ db }: StaffCtx): Promise<{ items: HostList[] }> {
  return { items: (await listListRows(db)).map((row) => toList(row, row.by_name ?? GONE)) };
}

function toList(row: ListRow, added_by: string): HostList {
  const { id, name, url, hosts, ignored, updated_at, tried_at, asked_at, problem } = row;
  const is_updating = asked_at !== null && (tried_at === null || tried_at < asked_at);
  return { id, name, url, hosts, ignored, updated_at, tried_at, problem, added_by, is_updating };
}

export async function addList(
  ctx: StaffCtx,
  { name, url }: { name: string; url: string },
): Promise<HostList> {
  if (name === "") throw failure(SIGNAL_ERRORS, "LIST_NAME_MISSING");
  const parsed = URL.parse(url);
  const isFine =
    parsed && /^https?:$/.test(parsed.protocol) && parsed.username === "" && parsed.password === "";
  if (!isFine) throw failure(SIGNAL_ERRORS, "LIST_URL_INVALID");
  return ctx.write(async (ctx) => {
    const row = await createList(ctx, { name, url: parsed.href, asked_at: ctx.now().toISOString() });
    await ctx.enqueue(updateListJob, { id: row.id }, { key: row.id });
    return row;
  });
}

async function createList(
  ctx: StaffCtx,
  values: Pick<ListRow, "name" | "url"> & Partial<ListRow>,
): Promise<HostList> {
  await takeAdvisoryLock(ctx.db, "signal-lists");
  if ((await listListRows(ctx.db)).length >= LISTS_MAX) throw failure(SIGNAL_ERRORS, "LIST_LIMIT");
  const id = values.id ?? ctx.newId();
  const person = ctx.actor.type === "staff" ? ctx.actor.person : undefined;
  const created = { created_at: ctx.now().toISOString(), created_by: person?.id ?? null };
  await insertList(ctx.db, { ...values, id, ...created });
  await ctx.announce(hostListAdded, { account: INSTANCE, subject: id, payload: { name: values.name } });
  const row = await findList(ctx.db, id);
  if (!row) throw new Error("A list that was just added isn’t there.");
  return toList(row, person?.name ?? GONE);
}

export async function uploadList(
  ctx: StaffCtx,
  { name, file }: { name: string; file: File },
): Promise<HostList> {
  if (name === "") throw failure(SIGNAL_ERRORS, "LIST_NAME_MISSING");
  if (file.size > UPLOAD_BYTES_MAX) throw failure(SIGNAL_ERRORS, "LIST_TOO_LARGE");
  const read = await readHostList(new Uint8Array(await file.arrayBuffer()), HOSTS_MAX);
  const problem = problemOf(read);
  if (problem) throw failure(SIGNAL_ERRORS, problem);
  const { hosts, ignored } = read;
  const at = ctx.now().toISOString();
  return ctx.write(async (ctx) => {
    const id = ctx.newId();
    const state = { id, hosts: hosts.size, ignored, revision: ctx.newId(), updated_at: at, tried_at: at };
    const list = await createList(ctx, { name, url: null, ...state });
    await upsertDigests(ctx.db, id, hosts.bytes);
    await ctx.enqueue(lookForListedJob, { id });
    return list;
  });
}

/** A page of a website, or what’s there instead of a list, has lines that aren’t hosts. */
function problemOf({ hosts, ignored, lines, isTooLong }: ReadList) {
  if (isTooLong) return "LIST_TOO_LONG";
  if (ignored * 2 > lines) return "LIST_UNREADABLE";
  return hosts.size === 0 ? "LIST_EMPTY" : undefined;
}

export async function requestUpdate(ctx: StaffCtx, { id }: { id: string }): Promise<HostList> {
  return ctx.write(async (ctx) => {
    const row = isId(id) ? await findList(ctx.db, id) : undefined;
    if (!row) throw failure(SIGNAL_ERRORS, "LIST_NOT_FOUND");
    if (row.url === null) throw failure(SIGNAL_ERRORS, "LIST_IS_FILE");
    const asked_at = ctx.now().toISOString();
    await updateList(ctx.db, id, { asked_at });
    await ctx.enqueue(updateListJob, { id }, { key: id });
    await ctx.announce(hostListUpdateAsked, { account: INSTANCE, subject: id, payload: { name: row.name } });
    const { items } = await listHostLists(ctx);
    return items.find((one) => one.id === id) as HostList;
  });
}

export async function removeList(ctx: StaffCtx, { id }: { id: string }): Promise<void> {
  await ctx.write(async (ctx) => {
    const row = isId(id) ? await deleteList(ctx.db, id) : undefined;
    if (!row) throw failure(SIGNAL_ERRORS, "LIST_NOT_FOUND");
    await ctx.announce(hostListRemoved, { account: INSTANCE, subject: id, payload: { name: row.name } });
  });
}

export async function lookUpHost(ctx: StaffCtx, { host: typed }: { host: string }) {
  const host = parseHost(typed);
  if (host === undefined) throw failure(SIGNAL_ERRORS, "HOST_INVALID");
  return { host, lists: (await loadLists(ctx)).findAll(host) };
}

const PROBLEMS: Readonly<Record<SafeFetchProblem, string>> = {
  forbidden: "The address leads to a private network or something that isn’t a website.",
  unreachable: "There was no answer.",
  status: "The list isn’t at its address anymore.",
  too_large: "The list is too large.",
  too_slow: "The list didn’t arrive in time.",
};

const READ_PROBLEMS = {
  LIST_TOO_LONG: "The list is too large.",
  LIST_UNREADABLE: "What came wasn’t a list of hosts.",
  LIST_EMPTY: "What came had no hosts in it.",
} as const;

async function download(platform: Platform, url: string): Promise<{ read: ReadList } | { problem: string }> {
  try {
    const bounds = { bytesMax: DOWNLOAD_BYTES_MAX, milliseconds: DOWNLOAD_MS, accept: "text/plain,*/*" };
    const { bytes } = await platform.outbound.fetchPage(url, bounds);
    const read = await readHostList(bytes, HOSTS_MAX);
    const problem = problemOf(read);
    return problem ? { problem: READ_PROBLEMS[problem] } : { read };
  } catch (error) {
    if (!(error instanceof SafeFetchFailure)) throw error;
    return { problem: PROBLEMS[error.problem] };
  }
}

/** Loads a list from its address. If that fails, the one from before stays. */
export async function updateHostList(platform: Platform, { id }: { id: string }): Promise<void> {
  const row = await findList(platform.db, id);
  if (!row || row.url === null) return;
  const loaded = await download(platform, row.url);
  const tried_at = platform.now().toISOString();
  if ("problem" in loaded) {
    await updateList(platform.db, id, { tried_at, problem: loaded.problem });
    return;
  }
  const { hosts, ignored } = loaded.read;
  const isThere = await platform.write(async (ctx) => {
    const state = {
      hosts: hosts.size,
      ignored,
      revision: ctx.newId(),
      updated_at: tried_at,
      tried_at,
      problem: null,
    };
    if (!(await updateList(ctx.db, id, state))) return false;
    await upsertDigests(ctx.db, id, hosts.bytes);
    const payload = { name: row.name, hosts: hosts.size };
    await ctx.announce(hostListUpdated, { account: INSTANCE, subject: id, payload });
    return true;
  });
  if (isThere) await lookForListed(platform, hosts);
}

export const lookForListedJob: JobType<z.output<typeof ofList>> = {
  name: "signals.look-for-listed",
  class: "bulk",
  retries: 2,
  data: ofList,
};

/** Has pages examined that lead to hosts that are on a list now. */
export async function lookForListed(platform: Platform, hosts: Pick<HostSet, "has">): Promise<void> {
  let after = "";
  do {
    platform.abortSignal.throwIfAborted();
    const linked = await listLinkedHosts(platform.db, { after, most: LINKED_HOSTS });
    await insertChecksOfHosts(
      platform.db,
      linked.filter((host) => hosts.has(host)),
    );
    after = linked.length === LINKED_HOSTS ? (linked.at(-1) ?? "") : "";
  } while (after !== "");
}

export async function lookForUploaded(platform: Platform): Promise<void> {
  const lists = await loadLists(platform);
  await lookForListed(platform, { has: (host) => lists.find(host) !== undefined });
}

/** Once a day for each list, whether it worked or not. */
export async function updateDueLists(platform: Platform): Promise<void> {
  const before = new Date(platform.now().getTime() - UPDATE_HOURS * HOUR_MS).toISOString();
  for (const id of await listDueLists(platform.db, before))
    await platform.enqueue(updateListJob, { id }, { key: id });
}
