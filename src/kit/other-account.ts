import { type ComponentType, createContext, type ReactNode } from "react";
import { apiErrorOf } from "./api-error.ts";

/** Asks for the same in another account. It fails if it isn't there, or not for this person. */
export type OtherAccountQuery = (account: string) => Promise<unknown>;

const asks = new WeakMap<object, OtherAccountQuery>();

/** Keeps how to look elsewhere for what wasn't found here. */
export function attachOtherAccountQuery(error: unknown, ask: OtherAccountQuery): void {
  if (apiErrorOf(error)?.status === 404) asks.set(error as object, ask);
}

export function otherAccountQueryOf(error: unknown): OtherAccountQuery | undefined {
  return typeof error === "object" && error !== null ? asks.get(error) : undefined;
}

interface ElsewhereProps {
  ask: OtherAccountQuery;
  /** Shown if it isn't anywhere. */
  children: ReactNode;
}

/** Looks in the person's other accounts. A slice renders it; `browser/` supplies it. */
export const OtherAccountSlot = createContext<ComponentType<ElsewhereProps> | undefined>(undefined);
