/*
 * Open event streams: their access checks, the number per person on a node, and their end. `broadcast.ts`
 * wakes the listeners.
 */
import { accountClosed, sessionEnded } from "#src/features/identity/accounts/signals.ts";
import { keyEnded } from "#src/features/identity/api-keys/signals.ts";
import { membershipChanged } from "#src/features/identity/members/signals.ts";
import type { Failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Signals } from "#src/platform/signals.ts";
import type { Stream } from "./broadcast.ts";
import { SESSION_CHECKED_EVERY_MS } from "./rules.ts";

export { subscribeTo } from "./broadcast.ts";

/** A kind of stream, and how many of them one person or API key may have open on one node. */
export interface StreamKind {
  name: string;
  openMax: number;
  refusal(): Failure;
}

interface OpenStream {
  kind: string;
  account: string;
  /** The id of the listening person or API key. */
  listener: string;
  /** Called when the listener's session, or the account, may be over. */
  check(): Promise<boolean>;
  close(): void;
}

const openOf = new WeakMap<Signals, Set<OpenStream>>();

function openStreams(signals: Signals): Set<OpenStream> {
  const known = openOf.get(signals);
  if (known) return known;
  const open = new Set<OpenStream>();
  openOf.set(signals, open);
  const checkThoseOf = ({ user_id }: { user_id: string }) => {
    for (const { account, listener, check } of open)
      if (listener === user_id || account === user_id) void check();
  };
  signals.on(sessionEnded, checkThoseOf);
  signals.on(accountClosed, checkThoseOf);
  signals.on(keyEnded, ({ key_id }) => {
    for (const { listener, check } of open) if (listener === key_id) void check();
  });
  signals.on(membershipChanged, checkThoseOf);
  signals.onGap(() => {
    for (const { check } of open) void check();
  });
  return open;
}

/**
 * Counts a stream as open until it's closed or `gone` reports that its listener has left. Throws if there are
 * too many of its kind.
 */
export function openStream(
  ctx: Ctx,
  gone: AbortSignal,
  { name: kind, openMax, refusal }: StreamKind,
): Stream {
  const open = openStreams(ctx.signals);
  const listener = listenerOf(ctx);
  const own = [...open].filter((stream) => stream.kind === kind && stream.listener === listener);
  if (own.length >= openMax) throw refusal();
  const over = new AbortController();
  const { signal } = over;
  let isRefused = false;
  const close = () => over.abort();
  const check = async () => {
    // If the session can't be checked, the stream ends. A listener with a valid one simply reconnects.
    const isAdmitted = await ctx.isAdmitted().catch(() => undefined);
    if (isAdmitted === false) isRefused = true;
    if (!isAdmitted) close();
    return !signal.aborted;
  };
  const stream = { kind, account: ctx.account, listener, check, close };
  open.add(stream);
  const timer = setInterval(check, SESSION_CHECKED_EVERY_MS).unref();
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    gone.removeEventListener("abort", close);
    open.delete(stream);
  });
  gone.addEventListener("abort", close);
  if (gone.aborted) close();
  // It may have ended since the request was authorized.
  else void check();
  return { signal, check, close, isRefused: () => isRefused };
}

/** Ends all streams of this process when it stops. Listeners reconnect to another node or the next start. */
export function closeStreams(signals: Signals): void {
  for (const { close } of openStreams(signals)) close();
}

function listenerOf({ actor, account }: Ctx): string {
  if ("person" in actor) return actor.person.id;
  return actor.type === "api-key" ? actor.id : account;
}
