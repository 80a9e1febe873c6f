import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirm } from "#src/kit/confirm.ts";
import { tellError, tellSuccess } from "#src/kit/notices.tsx";
import type { Lead } from "../contract.ts";
import { leadsApi } from "./lead-queries.ts";

/** Erases a lead once its owner has said so twice: nothing brings it back. */
export function useLeadRemoval(onRemoved: () => void) {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(leadsApi.delete.mutationOptions());
  const remove = async (lead: Lead) => {
    const isSure = await confirm({
      title: `Erase ${lead.name}?`,
      message: `Everything that is kept of ${lead.email} goes for good, the proof of consent as well.`,
      confirm: "Erase",
      danger: true,
    });
    if (!isSure) return;
    try {
      await mutateAsync({ id: lead.id });
      onRemoved();
      tellSuccess({ message: `${lead.name} was erased.` });
    } catch (error) {
      tellError(error, "Failed to erase the lead");
    }
    await queries.invalidateQueries({ queryKey: leadsApi.list.key() });
  };
  return { remove: (lead: Lead) => void remove(lead), isRemoving: isPending };
}
