import { createContext, use } from "react";
import type { Action, ActionType, Definition } from "#src/features/email/automations/definition-rules.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import type { RuleCatalog } from "../action-sentence.ts";
import type { Change } from "./use-rule-form.ts";

/** What every part of the editor needs. */
export interface RuleEditing {
  definition: Definition;
  catalog: RuleCatalog;
  problems: readonly Problem[];
  /** Changes whenever something was undone. */
  revision: number;
  /** The action whose fields are shown. */
  opened: string | undefined;
  open: (id: string | undefined) => void;
  change: (change: Change, mark?: string) => void;
  add: (type: ActionType) => void;
  changeAction: (id: string, change: (action: Action) => Action) => void;
  move: (from: number, to: number) => void;
  remove: (id: string) => void;
}

export const RuleContext = createContext<RuleEditing | null>(null);

export function useRuleEditing(): RuleEditing {
  const editing = use(RuleContext);
  if (!editing) throw new Error("Parts of a rule are inside of an editor.");
  return editing;
}
