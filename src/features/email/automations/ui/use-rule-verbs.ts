import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Automation, AutomationSummary } from "#src/features/email/automations/contract.ts";
import { freeName } from "#src/features/email/sequences/ui/shared/free-name.ts";
import { downloadMade } from "#src/features/email/sequences/ui/shared/json-file.ts";
import { confirm } from "#src/kit/confirm.ts";
import { newId } from "#src/kit/new-id.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { RULE_FILE } from "./rule-labels.ts";
import { automationsApi, createAutomation, useAutomationsRefresh } from "./shared/automation-queries.ts";

type Subject = Pick<AutomationSummary, "id" | "name">;

/** What can be done with a rule besides editing it. */
export function useRuleVerbs({ id, name }: Subject) {
  const refresh = useAutomationsRefresh();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const load = async () => (await automationsApi.get.call({ id })) as unknown as Automation;
  const copy = () =>
    run.mutate(async () => {
      const { items } = await queries.fetchQuery(automationsApi.list.queryOptions({}));
      const { draft } = await load();
      const made = await createAutomation({ id: newId(), name: freeName(name, items), draft });
      await navigate({ to: PATHS.rule, params: { id: made.id } });
    });
  const save = () => run.mutate(async () => downloadMade(RULE_FILE, await load()));
  const pause = () => run.mutate(() => automationsApi.pause.call({ id }));
  const remove = async () => {
    const message = "Its history goes with it, and links in its e-mail stop working.";
    const question = { title: `Delete “${name}”?`, message, confirm: "Delete rule", danger: true };
    if (!(await confirm(question))) return;
    run.mutate(async () => {
      await automationsApi.delete.call({ id });
      // The list is shown before it's loaded again, and would have one that's gone.
      queries.setQueryData(
        automationsApi.list.queryKey({}),
        (known) => known && { ...known, items: known.items.filter((one) => one.id !== id) },
      );
      await navigate({ to: PATHS.rules });
    });
  };
  return { copy, save, pause, remove, isBusy: run.isPending };
}
