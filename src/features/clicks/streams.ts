import { accountBanned, sessionEnded } from "#src/features/accounts/events.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Signals } from "#src/platform/signals.ts";
import { LIVE_ERRORS } from "./contract.ts";
import { SESSION_CHECKED_EVERY_MS, STREAMS_PER_ACCOUNT_MAX } from "./rules.ts";

/** For each account, what its open streams do when their session may be over. */
type Checks = Map<string, Set<() => Promise<boolean>>>;
const checksOf = new WeakMap<Signals, Checks>();

function checksFor(signals: Signals): Checks {
  const known = checksOf.get(signals);
  if (known) return known;
  const checks: Checks = new Map();
  checksOf.set(signals, checks);
  const checkAccount = ({ user_id }: { user_id: string }) => {
    for (const check of checks.get(user_id) ?? []) void check();
  };
  signals.on(sessionEnded, checkAccount);
  signals.on(accountBanned, checkAccount);
  signals.onGap(() => {
    for (const own of checks.values()) for (const check of own) void check();
  });
  return checks;
}

export interface Stream {
  /** Aborted when its listener has left or its session is over. */
  signal: AbortSignal;
  /** Whether it may go on. One whose session is over ends by this. */
  check(): Promise<boolean>;
  close(): void;
}

/** Counts a stream as open until it is closed, or until `gone` says that its listener has left. Throws when there are too many. */
export function openStream(ctx: Ctx, gone: AbortSignal): Stream {
  const checks = checksFor(ctx.signals);
  const own = checks.get(ctx.account) ?? new Set();
  if (own.size >= STREAMS_PER_ACCOUNT_MAX) throw failure(LIVE_ERRORS, "TOO_MANY_STREAMS");
  const over = new AbortController();
  const { signal } = over;
  const close = () => over.abort();
  const check = async () => {
    // A session that nobody can ask about counts as over: whoever has one opens the stream again.
    if (!(await ctx.isSignedIn().catch(() => false))) close();
    return !signal.aborted;
  };
  checks.set(ctx.account, own.add(check));
  const timer = setInterval(check, SESSION_CHECKED_EVERY_MS).unref();
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    gone.removeEventListener("abort", close);
    own.delete(check);
    if (own.size === 0 && checks.get(ctx.account) === own) checks.delete(ctx.account);
  });
  gone.addEventListener("abort", close);
  if (gone.aborted) close();
  // It may have ended since the request was admitted.
  else void check();
  return { signal, check, close };
}
