import { type ComponentType, createContext, type ReactNode } from "react";
import { refusalOf } from "./refusal.ts";

/** Asks for the same in another account. It fails if it isn't there, or not for this person. */
export type AskThere = (account: string) => Promise<unknown>;

const asks = new WeakMap<object, AskThere>();

/** Keeps how to look elsewhere for what wasn't found here. */
export function keepAsking(error: unknown, ask: AskThere): void {
  if (refusalOf(error)?.status === 404) asks.set(error as object, ask);
}

export function askThereOf(error: unknown): AskThere | undefined {
  return typeof error === "object" && error !== null ? asks.get(error) : undefined;
}

interface ElsewhereProps {
  ask: AskThere;
  /** Shown if it isn't anywhere. */
  children: ReactNode;
}

/** Looks in the person's other accounts. A slice renders it; `browser/` supplies it. */
export const Elsewhere = createContext<ComponentType<ElsewhereProps> | undefined>(undefined);
