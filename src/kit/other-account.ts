import { type ComponentType, createContext, type ReactNode } from "react";
import { apiErrorOf } from "./api-error.ts";

/** Repeats a query in another account. It fails if the thing isn't there, or isn't for this person. */
export type OtherAccountQuery = (account: string) => Promise<unknown>;

const asks = new WeakMap<object, OtherAccountQuery>();

/** Attaches the query for other accounts to a not-found error. */
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

/** Looks in the person's other accounts. A slice implements it; `browser/` provides it. */
export const OtherAccountSlot = createContext<ComponentType<ElsewhereProps> | undefined>(undefined);
