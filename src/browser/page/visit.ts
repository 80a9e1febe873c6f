import type { Wire } from "./delivery.ts";

/** A verdict is refreshed after five minutes and isn't trusted for much longer. */
const RENEW_AFTER_MS = 5 * 60_000;
const BELIEVED_FOR_MS = RENEW_AFTER_MS + 30_000;

/** Where a link takes this visitor, or why it doesn't, as `get-accessible-links` puts it (spec §7). */
export interface Way {
  blocked: boolean;
  message?: string | null;
  redirectUrl?: string | null;
  variant?: string | null;
  /** The phone app that the URL belongs to. */
  app?: { android: string; ios: string | null } | null;
}

/** What differs by visitor: the page itself is the same for everybody. */
export interface Visit {
  place?: { country?: string | null; region?: string | null; city?: string | null } | null;
  needs_consent?: boolean;
  allows_pixels?: boolean;
  ways?: Record<string, Way>;
}

export interface Visits {
  /** Undefined when the server hasn't said. */
  first: Promise<Visit | undefined>;
  /** Undefined without a current verdict: then the server decides when the link is opened. */
  wayOf: (linkId: string) => Way | undefined;
}

interface Source {
  wire: Wire;
  profile_id: string;
  /** Waits until somebody sees the page: background tabs ask for nothing. */
  whenSeen: (action: () => void) => void;
  now: () => number;
}

/** Asks what this visitor may open before the first click, so that no click has to wait for the answer. */
export function askVisit({ wire, profile_id, whenSeen, now }: Source): Visits {
  let latest: { visit: Visit; at: number } | undefined;
  const path = `/api/v1/pages/${profile_id}/visit`;

  async function ask(): Promise<Visit | undefined> {
    try {
      const answer = await wire.fetch(path, { cache: "no-store" });
      if (!answer.ok) return undefined;
      const visit = (await answer.json()) as Visit;
      latest = { visit, at: now() };
      return visit;
    } catch {
      return undefined;
    } finally {
      void renewLater();
    }
  }

  async function renewLater(): Promise<void> {
    await wire.wait(RENEW_AFTER_MS);
    whenSeen(() => void ask());
  }

  return {
    first: ask(),
    wayOf: (linkId) =>
      latest && now() - latest.at < BELIEVED_FOR_MS ? latest.visit.ways?.[linkId] : undefined,
  };
}
