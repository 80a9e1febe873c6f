import { useQueryClient } from "@tanstack/react-query";
import {
  type Automation,
  type AutomationSummary,
  automationsContract,
} from "#src/features/email/automations/contract.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const automationsApi = clientFor("automations", automationsContract);

/* The client's types of answers end at conditions, because these contain themselves. */
export function automationsQuery() {
  return {
    ...automationsApi.list.queryOptions({}),
    select: ({ items }: { items: object[] }) => ({ items: items as AutomationSummary[] }),
  };
}

export function automationQuery(id: string) {
  return {
    ...automationsApi.get.queryOptions({ input: { id } }),
    select: (automation: object) => automation as Automation,
  };
}

export async function createAutomation(
  input: Parameters<typeof automationsApi.create.call>[0],
): Promise<Automation> {
  return (await automationsApi.create.call(input)) as unknown as Automation;
}

export async function updateAutomation(
  input: Parameters<typeof automationsApi.update.call>[0],
): Promise<Automation> {
  return (await automationsApi.update.call(input)) as unknown as Automation;
}

/** What's in the way, asked anew for each version of the draft. */
export function checkQuery({ id, updated_at }: { id: string; updated_at: string }) {
  return {
    ...automationsApi.check.queryOptions({ input: { id } }),
    queryKey: [...automationsApi.check.key({ input: { id } }), updated_at],
    staleTime: 0,
  };
}

export interface Check {
  problems: Problem[];
  is_ready: boolean;
}

export function useAutomationsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: automationsApi.key() });
}
