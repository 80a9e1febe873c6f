/*
 * What staff keep out of the instance. `platform/blocks.ts` asks on every request; here it's listed and changed. Every
 * node follows within a second.
 */
import { contains, formatNetwork, type Network, parseNetwork } from "#src/lib/cidr.ts";
import { parseEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { parseIpAddress, widerNetworkOf } from "#src/lib/ip-address.ts";
import { cleanText } from "#src/lib/text.ts";
import { addDays } from "#src/lib/time.ts";
import { blocksChanged, matchAgent } from "#src/platform/blocks.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { type Block, type NewBlock, SECURITY_ERRORS } from "./contract.ts";
import { blockAdded, blockRemoved } from "./events.ts";
import {
  AGENT_CHARS_MIN,
  BLOCKS_MAX,
  NARROW_DAYS_MAX,
  NETWORK_BITS_MIN,
  NETWORK_BITS_WIDE,
  VALUE_CHARS_MAX,
} from "./rules.ts";
import {
  type BlockRow,
  countAddressesAt,
  countBlocks,
  countNoticedIn,
  countSignedInWith,
  deleteBlock,
  insertBlock,
  listBlockRows,
} from "./store.ts";

const GONE = "Someone who’s gone";
/** Where the instance and the proxies in front of it are. */
/** A network that nothing comes from. */
const NOWHERE = "0.0.0.0/32";
const OWN_NETWORKS = ["127.0.0.1", "::1"];

export async function listBlocks({ db }: StaffCtx): Promise<{ items: Block[] }> {
  const rows = await listBlockRows(db);
  return {
    items: rows.map(({ created_by, made_by, ...row }) => ({ ...row, made_by: made_by ?? GONE })),
  };
}

export async function addBlock(ctx: StaffCtx, { reason, ...wish }: NewBlock): Promise<Block> {
  if (reason === "") throw failure(SECURITY_ERRORS, "BLOCK_REASON_MISSING");
  const now = ctx.now();
  const ends_at = wish.ends_at ? new Date(wish.ends_at).toISOString() : null;
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime())
    throw failure(SECURITY_ERRORS, "BLOCK_END_PAST");
  const value = normalValue(ctx, { ...wish, ends_at });
  const row: BlockRow = {
    id: ctx.newId(),
    kind: wish.kind,
    effect: wish.effect,
    value,
    reason,
    ends_at,
    created_by: ctx.actor.type === "staff" ? ctx.actor.person.id : INSTANCE,
    created_at: now.toISOString(),
  };
  await ctx.write(async (ctx) => {
    if ((await countBlocks(ctx.db)) >= BLOCKS_MAX) throw failure(SECURITY_ERRORS, "BLOCK_LIMIT");
    if (!(await insertBlock(ctx.db, row))) throw failure(SECURITY_ERRORS, "BLOCK_EXISTS");
    await ctx.announce(blockAdded, { account: INSTANCE, subject: row.id, payload: saidOf(row) });
    await ctx.invalidate(blocksChanged, {});
  });
  const { created_by, ...shown } = row;
  const made_by = ctx.actor.type === "staff" ? ctx.actor.person.name : GONE;
  return { ...shown, made_by, kept_out: 0 };
}

/** What's noticed has networks of this size, so a smaller one is looked up as the one around it. */
export function noticedNetwork(text: string): string {
  const network = parseNetwork(text.trim());
  if (!network) return NOWHERE;
  const [address, bits] = network;
  return bits >= NETWORK_BITS_WIDE[address.kind()]
    ? widerNetworkOf(address.toString())
    : formatNetwork(network);
}

interface Preview {
  is_valid: boolean;
  people: number;
  incidents: number | null;
}

/** A network's people are those whom something was noticed about: which addresses people come from isn't stored. */
export async function previewBlock(
  { db }: StaffCtx,
  { kind, value }: Pick<NewBlock, "kind" | "value">,
): Promise<Preview> {
  const typed = cleanText(value, VALUE_CHARS_MAX).trim();
  const none = { is_valid: false, people: 0, incidents: null };
  if (kind === "network") {
    const network = noticedNetwork(typed);
    return network === NOWHERE ? none : { is_valid: true, ...(await countNoticedIn(db, network)) };
  }
  if (kind === "user_agent") {
    if (!isAgent(typed)) return none;
    const part = typed.toLowerCase().replace(/[\\%_]/g, "\\$&");
    return {
      is_valid: true,
      people: await countSignedInWith(db, `%${part.replace(/\*+/g, "%")}%`),
      incidents: null,
    };
  }
  const domain = domainIn(typed);
  if (domain === undefined) return none;
  return { is_valid: true, people: await countAddressesAt(db, domain), incidents: null };
}

export async function removeBlock(ctx: StaffCtx, { id }: { id: string }): Promise<void> {
  if (!isId(id)) throw failure(SECURITY_ERRORS, "BLOCK_NOT_FOUND");
  await ctx.write(async (ctx) => {
    const row = await deleteBlock(ctx.db, id);
    if (!row) throw failure(SECURITY_ERRORS, "BLOCK_NOT_FOUND");
    await ctx.announce(blockRemoved, { account: INSTANCE, subject: id, payload: saidOf(row) });
    await ctx.invalidate(blocksChanged, {});
  });
}

/** A single address would be kept in the log for as long as the log is. */
function saidOf({ kind, effect, value, reason }: BlockRow) {
  const network = kind === "network" ? parseNetwork(value) : undefined;
  const isNarrow = network && network[1] > NETWORK_BITS_WIDE[network[0].kind()];
  return { kind, effect, value: isNarrow ? widerNetworkOf(network[0].toString()) : value, reason };
}

type Wish = Omit<NewBlock, "reason" | "ends_at"> & { ends_at: string | null };

function normalValue(ctx: StaffCtx, wish: Wish): string {
  const typed = cleanText(wish.value, VALUE_CHARS_MAX).trim();
  if (wish.kind === "network") return networkIn(ctx, { ...wish, value: typed });
  if (wish.kind === "user_agent") return agentIn(ctx, { ...wish, value: typed });
  const domain = domainIn(typed);
  if (domain === undefined) throw failure(SECURITY_ERRORS, "MAIL_DOMAIN_INVALID");
  return domain;
}

function domainIn(typed: string): string | undefined {
  return parseEmail(`somebody@${typed.replace(/^@/, "")}`)?.slice("somebody@".length);
}

function networkIn(ctx: StaffCtx, { value, effect, ends_at }: Wish): string {
  const network = parseNetwork(value);
  if (!network) throw failure(SECURITY_ERRORS, "NETWORK_INVALID");
  const [address, bits] = network;
  // An exception for everyone would end all blocks.
  if (bits < NETWORK_BITS_MIN[address.kind()]) throw failure(SECURITY_ERRORS, "NETWORK_TOO_WIDE");
  if (effect === "block") requireHarmless(ctx, network);
  const latest = addDays(ctx.now(), NARROW_DAYS_MAX);
  const isNarrow = bits > NETWORK_BITS_WIDE[address.kind()];
  if (isNarrow && (ends_at === null || ends_at > latest))
    throw failure(SECURITY_ERRORS, "NETWORK_END_MISSING");
  return formatNetwork(network);
}

function requireHarmless({ request }: StaffCtx, network: Network): void {
  const has = (text: string) => {
    const address = parseIpAddress(text);
    return address !== undefined && contains(network, address);
  };
  if (OWN_NETWORKS.some(has)) throw failure(SECURITY_ERRORS, "NETWORK_OURS");
  if (request && has(request.address)) throw failure(SECURITY_ERRORS, "NETWORK_YOURS");
}

const isAgent = (pattern: string) => pattern.replaceAll("*", "").trim().length >= AGENT_CHARS_MIN;

function agentIn({ request }: StaffCtx, { value, effect }: Wish): string {
  const pattern = value.replace(/\*+/g, "*");
  if (!isAgent(pattern)) throw failure(SECURITY_ERRORS, "AGENT_INVALID");
  const isOwn = effect === "block" && request && matchAgent(pattern, request.userAgent);
  if (isOwn) throw failure(SECURITY_ERRORS, "AGENT_YOURS");
  return pattern.toLowerCase();
}
