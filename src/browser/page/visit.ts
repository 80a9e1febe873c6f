import type { InferContractRouterOutputs } from "@orpc/contract";
import type { publicPageContract } from "#src/features/public/public-page/contract.ts";
import { visitPath } from "#src/lib/page-paths.ts";
import { API_PATH } from "#src/lib/paths.ts";
import type { Network } from "./beacon.ts";

/** A verdict is refreshed after five minutes and isn't trusted for much longer. */
const RENEW_AFTER_MS = 5 * 60_000;
const BELIEVED_FOR_MS = RENEW_AFTER_MS + 30_000;

type FullAnswer = InferContractRouterOutputs<typeof publicPageContract>["visit"];
type FullWay = FullAnswer["ways"][string];

/**
 * A link's destination for this visitor, or the reason why it's blocked. A node of another version may send
 * fewer fields.
 */
export type VisitDestination = Pick<FullWay, "blocked"> & Partial<FullWay>;

/** The parts that differ by visitor. The page itself is the same for everyone. */
export type VisitAnswer = Partial<Omit<FullAnswer, "place" | "ways">> & {
  place?: FullAnswer["place"] | null;
  ways?: Record<string, VisitDestination>;
};

export interface VisitAnswers {
  /** Undefined if the server didn't respond. */
  first: Promise<VisitAnswer | undefined>;
  /** Returns undefined without a current verdict, so that the server decides when the link is opened. */
  wayOf: (linkId: string) => VisitDestination | undefined;
}

interface Source {
  network: Network;
  profile_id: string;
  /** Waits until the page is in view, because background tabs request nothing. */
  whenSeen: (action: () => void) => void;
  now: () => number;
}

/** Fetches this visitor's verdicts before the first click, so that no click has to wait for them. */
export function fetchVisit({ network, profile_id, whenSeen, now }: Source): VisitAnswers {
  let latest: { visit: VisitAnswer; at: number } | undefined;
  const path = API_PATH + visitPath(profile_id);

  async function ask(): Promise<VisitAnswer | undefined> {
    try {
      const answer = await network.fetch(path, { cache: "no-store" });
      if (!answer.ok) return undefined;
      const visit = (await answer.json()) as VisitAnswer;
      latest = { visit, at: now() };
      return visit;
    } catch {
      return undefined;
    } finally {
      void renewLater();
    }
  }

  async function renewLater(): Promise<void> {
    await network.wait(RENEW_AFTER_MS);
    whenSeen(() => void ask());
  }

  return {
    first: ask(),
    wayOf: (linkId) =>
      latest && now() - latest.at < BELIEVED_FOR_MS ? latest.visit.ways?.[linkId] : undefined,
  };
}
